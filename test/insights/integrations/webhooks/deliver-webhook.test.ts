/** Messages on their way to a webhook, over real sockets. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import { Webhook } from "standardwebhooks";
import type { LookUp } from "../../../../src/insights/integrations/machine-lookup.ts";
import {
  forgetWebhook,
  listWebhooks,
} from "../../../../src/insights/integrations/webhooks/change-webhooks.ts";
import {
  deliverToWebhook,
  testWebhook,
} from "../../../../src/insights/integrations/webhooks/deliver-webhook.ts";
import type { WebhookParts } from "../../../../src/insights/integrations/webhooks/open-webhooks.ts";
import { succeed } from "../../../../src/vocabulary/result.ts";
import { certificateOf } from "../certificate-of.ts";
import { type Manner, startScriptedReceiver } from "./scripted-receiver.ts";
import { newWebhook, testingWebhooks } from "./testing-webhooks.ts";

const NAME = "scoring-first.example";
const certificate = certificateOf("first");
const plain = await startScriptedReceiver();
const secure = await startScriptedReceiver(certificate);
const webhooks = await testingWebhooks();
afterAll(async () => {
  await webhooks.close();
  await plain[Symbol.asyncDispose]();
  await secure[Symbol.asyncDispose]();
});
beforeEach(() => {
  for (const receiver of [plain, secure]) {
    receiver.behave({ kind: "well" });
    receiver.heard.length = 0;
  }
});

const organizationId = "organization";
const message = { title: "The week", lines: ["Speed 71"], link: null };
const allowing = webhooks.open({ webhookHosts: ["127.0.0.1"] });
const here: LookUp = () => Promise.resolve(succeed(["127.0.0.1"]));
const named = { webhookHosts: [NAME], lookUp: here };

async function send(parts: WebhookParts, address: string) {
  const { id, secret } = await newWebhook(parts, address);
  const delivery = { organizationId, id, about: "report.completed" as const, messageId: "msg_1", message };
  const delivered = await deliverToWebhook(parts, delivery);
  const [listed] = (await listWebhooks(parts, { organizationId })).filter((webhook) => webhook.id === id);
  await forgetWebhook(parts, { organizationId, id });
  return { delivered, secret, listed };
}

async function problemOf(parts: WebhookParts, address: string) {
  const { delivered } = await send(parts, address);
  if (delivered.ok) throw new Error("the message was delivered");
  return delivered.problem;
}

/** Too long for a name, so that nobody is asked for it outside this machine. */
const UNKNOWN_HOST = `${"x".repeat(64)}.invalid`;

describe("a message is not delivered", () => {
  const MANNERS: readonly [Manner, object][] = [
    [
      { kind: "answering", status: 400, body: "a secret of the receiver" },
      { kind: "refused", status: 400 },
    ],
    [
      { kind: "answering", status: 404 },
      { kind: "refused", status: 404 },
    ],
    [{ kind: "answering", status: 410 }, { kind: "webhook_gone" }],
    [
      { kind: "answering", status: 500 },
      { kind: "server_failed", status: 500 },
    ],
    [
      { kind: "answering", status: 429, headers: { "retry-after": "30" } },
      { kind: "rate_limited", retryAfterMs: 30_000 },
    ],
    [{ kind: "resetting" }, { kind: "broken_off" }],
  ];
  test.each(MANNERS)(
    "while the receiver is %j, and nothing of its answer is shown",
    async (manner, problem) => {
      plain.behave(manner);
      const { delivered, listed } = await send(allowing, `http://127.0.0.1:${plain.port}/hook`);
      expect(delivered).toEqual({ ok: false, problem } as never);
      expect(listed?.lastError?.message).toBeString();
      expect(JSON.stringify(listed)).not.toContain("a secret");
      expect(plain.heard).toHaveLength(1);
    },
  );

  test("to where a redirect leads", async () => {
    plain.behave({
      kind: "answering",
      status: 307,
      headers: { location: `http://127.0.0.1:${plain.port}/elsewhere` },
    });
    expect(await problemOf(allowing, `http://127.0.0.1:${plain.port}/hook`)).toEqual({
      kind: "redirected",
      status: 307,
    });
    expect(plain.heard.map(({ path }) => path)).toEqual(["/hook"]);
  });

  test("while the receiver takes too long", async () => {
    plain.behave({ kind: "slow" });
    const impatient = webhooks.open({ webhookHosts: ["127.0.0.1"], timeoutMs: 500 });
    expect(await problemOf(impatient, `http://127.0.0.1:${plain.port}/hook`)).toEqual({ kind: "timed_out" });
  });

  test("where nobody listens", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    expect(await problemOf(allowing, `http://127.0.0.1:${port}/`)).toEqual({ kind: "unreachable" });
  });

  test("to a host that nobody knows", async () => {
    const parts = webhooks.open();
    expect(await problemOf(parts, `https://${UNKNOWN_HOST}/`)).toEqual({ kind: "unknown_host" });
  });

  test("to one whose certificate comes from nobody that is known", async () => {
    expect(await problemOf(webhooks.open(named), `https://${NAME}:${secure.port}/`)).toEqual({
      kind: "bad_certificate",
    });
    expect(secure.heard).toEqual([]);
  });

  test("to one whose certificate is another host's", async () => {
    const parts = webhooks.open({
      webhookHosts: ["other.example.com"],
      lookUp: here,
      authorities: certificate.cert,
    });
    expect(await problemOf(parts, `https://other.example.com:${secure.port}/`)).toEqual({
      kind: "bad_certificate",
    });
    expect(secure.heard).toEqual([]);
  });

  test.each(["127.0.0.1", "::ffff:127.0.0.1", "8.8.8.8 127.0.0.1", "fd00::1"])(
    "to a name that leads to %s",
    async (addresses) => {
      const lookUp: LookUp = () => Promise.resolve(succeed(addresses.split(" ")));
      const parts = webhooks.open({ lookUp, authorities: certificate.cert });
      expect(await problemOf(parts, `https://${NAME}:${secure.port}/`)).toEqual({ kind: "private_address" });
      expect(secure.heard).toEqual([]);
    },
  );

  test("to a host that the owner does not allow any more", async () => {
    const { id } = await newWebhook(allowing, `http://127.0.0.1:${plain.port}/hook`);
    expect(await testWebhook(webhooks.open(), { organizationId, id })).toMatchObject({
      problem: { kind: "not_https" },
    });
    expect(plain.heard).toEqual([]);
  });

  test("by a server that may call nobody, which says so before it asks for a name", async () => {
    const lookUp: LookUp = () => Promise.reject(new Error("BUG: asked for a name"));
    const parts = webhooks.open({ offline: true, lookUp });
    const { delivered, listed } = await send(parts, `https://${NAME}/`);
    expect(delivered).toEqual({ ok: false, problem: { kind: "offline" } });
    expect(listed?.lastError).toBeNull();
  });

  test("by one whose key was changed", async () => {
    const { id } = await newWebhook(allowing, `http://127.0.0.1:${plain.port}/hook`);
    const other = webhooks.open({ webhookHosts: ["127.0.0.1"], integrationKey: "5c".repeat(32) });
    expect(await testWebhook(other, { organizationId, id })).toMatchObject({
      problem: { kind: "make_again" },
    });
  });

  test("to another organization's webhook", async () => {
    const { id } = await newWebhook(allowing, `http://127.0.0.1:${plain.port}/hook`);
    expect(await testWebhook(allowing, { organizationId: "another", id })).toMatchObject({
      problem: { kind: "unknown_webhook" },
    });
    expect(plain.heard).toEqual([]);
  });
});

describe("a message is delivered", () => {
  test("signed, as a library of Standard Webhooks verifies it", async () => {
    const { delivered, secret, listed } = await send(allowing, `http://127.0.0.1:${plain.port}/hook?team=a`);
    expect(delivered).toEqual({ ok: true, value: undefined });
    const [heard] = plain.heard;
    if (heard === undefined) throw new Error("nothing arrived");
    expect(heard).toMatchObject({ method: "POST", path: "/hook?team=a", host: `127.0.0.1:${plain.port}` });
    expect(heard.headers).toMatchObject({ "webhook-id": "msg_1", "content-type": "application/json" });
    const body = new Webhook(secret).verify(heard.body, heard.headers);
    expect(body).toEqual({ type: "report.completed", timestamp: expect.any(String), data: message });
    expect(() => new Webhook(secret).verify(`${heard.body} `, heard.headers)).toThrow();
    expect(listed).toMatchObject({
      name: "Pager",
      origin: `http://127.0.0.1:${plain.port}`,
      lastError: null,
    });
    expect(listed?.workedAt).toBeString();
  });

  test("by TLS, to the address that its name led to, under its name, and the name is asked for once", async () => {
    const asked: string[] = [];
    const lookUp: LookUp = (host) => {
      asked.push(host);
      return here(host);
    };
    const parts = webhooks.open({ webhookHosts: [NAME], lookUp, authorities: certificate.cert });
    expect((await send(parts, `https://${NAME}:${secure.port}/hook`)).delivered.ok).toBeTrue();
    expect(asked).toEqual([NAME]);
    expect(secure.heard).toMatchObject([{ path: "/hook", host: `${NAME}:${secure.port}` }]);
  });

  test("at the next address of its name where nobody answers at the first", async () => {
    const lookUp: LookUp = () => Promise.resolve(succeed(["127.0.0.2", "127.0.0.1"]));
    const parts = webhooks.open({ webhookHosts: [NAME], lookUp, authorities: certificate.cert });
    expect((await send(parts, `https://${NAME}:${secure.port}/hook`)).delivered.ok).toBeTrue();
  });

  test("while the receiver's answer does not end, because nobody reads it", async () => {
    plain.behave({ kind: "endless" });
    expect((await send(allowing, `http://127.0.0.1:${plain.port}/hook`)).delivered.ok).toBeTrue();
  });
});
