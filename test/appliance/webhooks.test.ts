/** Webhooks through a real appliance: made, listed, tested and deleted by admins, and never shown again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import type { WebhookAnswer } from "../../src/insights/integrations/webhooks/webhook-answer.ts";
import { createLog } from "../../src/vocabulary/log.ts";
import { startScriptedReceiver } from "../insights/integrations/webhooks/scripted-receiver.ts";
import { eventually, type OwnAppliance, startTestAppliance, type TestOrganization } from "./running.ts";

const PATH = "/v1/integrations/webhooks";
const SECRET_PATH = "/hook/QhvKwXmJpLr6ZbN4sT2yVc8d";
const receiver = await startScriptedReceiver();
const url = `http://127.0.0.1:${receiver.port}${SECRET_PATH}`;
const log: string[] = [];

let appliance: OwnAppliance;
let team: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({
    settings: { webhookHosts: ["127.0.0.1"] },
    log: createLog("json", (line) => void log.push(line)),
  });
});
beforeEach(async () => {
  team = await appliance.addOrganization();
  receiver.heard.length = 0;
});
afterAll(async () => {
  await appliance.stop();
  await receiver[Symbol.asyncDispose]();
});

async function ask(
  method: string,
  path: string,
  { key = team.admin, body }: { key?: string; body?: object } = {},
) {
  const response = await fetch(appliance.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, answer: JSON.parse(text) };
}

async function make(): Promise<{ webhook: WebhookAnswer; secret: string }> {
  const { status, answer } = await ask("POST", PATH, { body: { name: "Pager", url } });
  expect(status).toBe(201);
  return answer;
}

async function listed(key = team.admin): Promise<WebhookAnswer[]> {
  return (await ask("GET", PATH, { key })).answer.webhooks;
}

describe("no webhook is made", () => {
  test.each(["", "hooks.example.com", "http://hooks.example.com/", "https://10.0.0.1/", "https://[::1]/"])(
    "of %j",
    async (wrong) => {
      const { status, answer } = await ask("POST", PATH, { body: { name: "Pager", url: wrong } });
      expect([status, answer.errors[0].path]).toEqual([400, "url"]);
      expect(await listed()).toEqual([]);
    },
  );

  test("beyond twenty", async () => {
    for (let made = 0; made < 20; made += 1) await make();
    const { status, answer } = await ask("POST", PATH, { body: { name: "Pager", url } });
    expect([status, answer.detail]).toEqual([409, expect.stringContaining("20 webhooks")]);
  });
});

test("a webhook's secret is shown once, and its address never again", async () => {
  const { webhook, secret } = await make();
  expect(secret).toStartWith("whsec_");
  const { status, text, answer } = await ask("GET", PATH);
  expect([status, answer]).toEqual([200, { webhooks: [webhook], total: 1, nextCursor: null }]);
  expect(webhook).toMatchObject({
    name: "Pager",
    origin: new URL(url).origin,
    createdBy: expect.any(String),
  });
  await ask("POST", `${PATH}/${webhook.id}/test`);
  const files = readdirSync(appliance.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
  for (const hidden of [secret.slice("whsec_".length), SECRET_PATH])
    expect([text, ...log, ...files].filter((place) => place.includes(hidden))).toEqual([]);
});

test("a test message arrives, signed", async () => {
  const { webhook, secret } = await make();
  const { status, answer } = await ask("POST", `${PATH}/${webhook.id}/test`);
  expect([status, answer]).toEqual([200, { ok: true, error: null }]);
  const [heard] = receiver.heard;
  expect(new Webhook(secret).verify(heard?.body ?? "", heard?.headers ?? {})).toMatchObject({ type: "test" });
  expect((await listed())[0]?.workedAt).toBeString();
});

test("a test message that does not arrive is answered with what is wrong", async () => {
  const { webhook } = await make();
  receiver.behave({ kind: "answering", status: 500, body: "a secret of the receiver" });
  const { status, text, answer } = await ask("POST", `${PATH}/${webhook.id}/test`);
  receiver.behave({ kind: "well" });
  expect([status, answer.ok, answer.error.kind]).toEqual([200, false, "server_failed"]);
  expect(text).not.toContain("a secret");
  expect((await listed())[0]?.lastError?.message).toBe(answer.error.message);
});

test("another organization's webhook is unknown", async () => {
  const { webhook } = await make();
  const { admin } = await appliance.addOrganization();
  expect(await listed(admin)).toEqual([]);
  expect((await ask("POST", `${PATH}/${webhook.id}/test`, { key: admin })).status).toBe(404);
  expect((await ask("DELETE", `${PATH}/${webhook.id}`, { key: admin })).status).toBe(404);
  expect(await listed()).toEqual([webhook]);
  expect(receiver.heard).toEqual([]);
});

test("a deleted webhook is gone", async () => {
  const { webhook } = await make();
  expect(await ask("DELETE", `${PATH}/${webhook.id}`)).toMatchObject({
    status: 200,
    answer: { id: webhook.id },
  });
  expect(await listed()).toEqual([]);
  expect((await ask("DELETE", `${PATH}/${webhook.id}`)).status).toBe(404);
});

test("a server that is offline sends to none, and says why", async () => {
  const { webhook } = await make();
  await appliance.reload({ offline: true, webhookHosts: ["127.0.0.1"] });
  const { status, answer } = await ask("POST", `${PATH}/${webhook.id}/test`);
  await appliance.reload({ webhookHosts: ["127.0.0.1"] });
  expect([status, answer.detail]).toEqual([503, expect.stringContaining("offline, which forbids webhooks")]);
  expect(receiver.heard).toEqual([]);
});

describe("a schedule", () => {
  const SCHEDULE = { name: "Daily", cron: "0 8 * * *", timezone: "UTC", window: "day" };

  test("posts its report to a webhook, and tries again while the receiver fails", async () => {
    const { webhook, secret } = await make();
    const destinations = [{ kind: "webhook", id: webhook.id }];
    receiver.behave({ kind: "answering", status: 503, headers: { "retry-after": "1" } });
    const { answer } = await ask("POST", "/v1/reports/schedules", { body: { ...SCHEDULE, destinations } });
    await ask("POST", `/v1/reports/schedules/${answer.id}/run`);
    await eventually(() => Promise.resolve(receiver.heard.length === 1));
    const runs = `/v1/reports/schedules/${answer.id}/runs`;
    const delivery = async () => (await ask("GET", runs)).answer.runs[0].deliveries[0];
    await eventually(async () => typeof (await delivery()).error === "string");
    expect(await delivery()).toMatchObject({ kind: "webhook", id: webhook.id, status: "pending", tries: 1 });
    receiver.behave({ kind: "well" });
    await eventually(async () => (await delivery()).status === "delivered");
    const [first, second] = receiver.heard;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(new Webhook(secret).verify(second?.body ?? "", second?.headers ?? {})).toMatchObject({
      type: "report.completed",
      data: { title: expect.stringContaining("Daily: "), lines: expect.any(Array), link: null },
    });
  });

  test("takes no webhook of another organization", async () => {
    const { webhook } = await make();
    const { admin } = await appliance.addOrganization();
    const destinations = [{ kind: "webhook", id: webhook.id }];
    const body = { ...SCHEDULE, destinations };
    const { status, answer } = await ask("POST", "/v1/reports/schedules", { key: admin, body });
    expect([status, answer.errors[0].path]).toEqual([400, "destinations"]);
  });
});
