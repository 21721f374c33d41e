/** Connecting to the chat tool and disconnecting, and what is left on disk of what it gave out. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { integrationKeyPath } from "../../../src/appliance/layout.ts";
import { connectApp, connectWebhook, disconnect } from "../../../src/insights/integrations/connect.ts";
import {
  replaceConnection,
  selectConnections,
} from "../../../src/insights/integrations/connections-table.ts";
import { deliver } from "../../../src/insights/integrations/deliver.ts";
import { describeConnections } from "../../../src/insights/integrations/describe-connections.ts";
import { listChannels } from "../../../src/insights/integrations/channels.ts";
import type { ChatParts } from "../../../src/insights/integrations/open-chat.ts";
import { openSecret } from "../../../src/insights/integrations/use-connection.ts";
import { type Manner, SECRETS, startScriptedSlack } from "./scripted-slack.ts";
import { testingChat } from "./testing-chat.ts";

const slack = startScriptedSlack();
const chat = await testingChat({ testUrl: slack.url });
const keyPath = integrationKeyPath(chat.directory);
afterAll(async () => {
  await chat.close();
  await slack[Symbol.asyncDispose]();
});

const organizationId = "organization";
const asked = { organizationId, actorId: "key" };
const { code, redirectUrl } = slack.workspace;
const message = { title: "The week", lines: [], link: null };

beforeEach(async () => {
  slack.behave({ kind: "well" });
  slack.heard.length = 0;
  await chat.forget(organizationId);
});

const connect = (parts: ChatParts = chat.parts) => connectApp(parts, { ...asked, code, redirectUrl });

describe("signing in", () => {
  const REFUSED: readonly [Manner, string][] = [
    [{ kind: "refusing", word: "invalid_code" }, "code_refused"],
    [{ kind: "refusing", word: "code_already_used" }, "code_refused"],
    [{ kind: "refusing", word: "bad_redirect_uri" }, "wrong_redirect"],
    [{ kind: "refusing", word: "bad_client_secret" }, "client_refused"],
    [{ kind: "page" }, "not_slack"],
    [{ kind: "failing", status: 500 }, "server_failed"],
  ];
  test.each(REFUSED)("while Slack is %j changes nothing", async (manner, kind) => {
    await connect();
    slack.behave(manner);
    expect(await connect()).toMatchObject({ ok: false, problem: { kind } });
    slack.behave({ kind: "well" });
    expect((await deliver(chat.parts, { organizationId, channel: "C0REPORTS", message })).ok).toBeTrue();
  });

  test("to an app whose tokens end is refused, before they do", async () => {
    slack.workspace.rotates = true;
    expect(await connect()).toMatchObject({ ok: false, problem: { kind: "token_expires" } });
    slack.workspace.rotates = false;
    expect(await describeConnections(chat.parts, { organizationId })).toMatchObject({ app: null });
  });

  test("to another workspace has Slack take the token of the first one back, and again to the same one has not", async () => {
    const revoked = () => slack.heard.filter(({ method }) => method === "auth.revoke");
    await connect();
    await connect();
    expect(revoked()).toEqual([]);
    const { teamId, token } = slack.workspace;
    Object.assign(slack.workspace, { teamId: "T0OTHER", token: "xoxb-of-the-other-workspace" });
    expect((await connect()).ok).toBeTrue();
    expect(revoked()).toMatchObject([{ authorization: `Bearer ${token}` }]);
    Object.assign(slack.workspace, { teamId, token });
  });

  test("sends the secret in the header only, and keeps what Slack says of itself", async () => {
    expect(await connect()).toEqual({ ok: true, value: undefined });
    const [{ authorization, body } = { authorization: null, body: {} }] = slack.heard;
    expect(authorization).toStartWith("Basic ");
    expect(body).toEqual({ code, redirect_uri: redirectUrl });
    expect(await describeConnections(chat.parts, { organizationId })).toMatchObject({
      app: {
        state: "connected",
        team: { id: "T9TK3CUKW", name: "Slack Softball Team" },
        scopes: ["chat:write", "channels:read"],
        lastError: null,
        workedAt: null,
      },
      webhook: null,
    });
  });
});

test("an app and a webhook that are connected at the same time, with no key yet, can both be used", async () => {
  rmSync(keyPath, { force: true });
  const both = await Promise.all([
    connect(),
    connectWebhook(chat.parts, { ...asked, address: SECRETS.webhook }),
  ]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  const rows = await selectConnections(chat.parts.database, organizationId);
  const opened = await Promise.all(rows.map((row) => openSecret(chat.parts, row)));
  expect(opened.map(({ ok }) => ok)).toEqual([true, true]);
});

describe("channels", () => {
  test("cannot be listed by a webhook", async () => {
    await connectWebhook(chat.parts, { ...asked, address: SECRETS.webhook });
    expect(await listChannels(chat.parts, { organizationId })).toMatchObject({
      problem: { kind: "channel_is_fixed" },
    });
  });

  test("come page by page until there are no more, without archived ones", async () => {
    await connect();
    expect(await listChannels(chat.parts, { organizationId })).toEqual({
      ok: true,
      value: {
        channels: [
          { id: "C0GENERAL", name: "general", isMember: true },
          { id: "C0REPORTS", name: "reports", isMember: true },
          { id: "C0QUIET", name: "quiet", isMember: false },
        ],
        isComplete: true,
      },
    });
    expect(slack.heard.filter(({ method }) => method === "conversations.list")).toHaveLength(2);
  });

  test("of a workspace without end are not all of them", async () => {
    const channels = Array.from({ length: 30 }, (_, index) => ({
      id: `C${index}`,
      name: `channel-${index}`,
      is_member: true,
      is_archived: false,
    }));
    const usual = slack.workspace.channels;
    slack.workspace.channels = channels;
    await connect();
    expect(await listChannels(chat.parts, { organizationId })).toMatchObject({
      value: { isComplete: false },
    });
    slack.workspace.channels = usual;
  });
});

describe("disconnecting", () => {
  test("of nothing changes nothing", async () => {
    expect(await disconnect(chat.parts, { organizationId })).toEqual({ token: "none" });
    expect(slack.heard).toEqual([]);
  });

  test("revokes the token, and forgets it and the address", async () => {
    await connect();
    await connectWebhook(chat.parts, { ...asked, address: SECRETS.webhook });
    expect(await disconnect(chat.parts, { organizationId })).toEqual({ token: "revoked" });
    expect(slack.heard.at(-1)).toMatchObject({
      method: "auth.revoke",
      authorization: `Bearer ${SECRETS.token}`,
    });
    expect(await describeConnections(chat.parts, { organizationId })).toEqual({ app: null, webhook: null });
  });

  test("counts a token that was revoked in Slack as revoked", async () => {
    await connect();
    slack.behave({ kind: "refusing", word: "token_revoked" });
    expect(await disconnect(chat.parts, { organizationId })).toEqual({ token: "revoked" });
  });

  test.each(["failing", "cut"] as const)(
    "forgets all the same while Slack is %s, and says so",
    async (kind) => {
      await connect();
      slack.behave(kind === "failing" ? { kind, status: 503 } : { kind });
      const { token } = await disconnect(chat.parts, { organizationId });
      expect(token).toHaveProperty("kind");
      expect(await describeConnections(chat.parts, { organizationId })).toEqual({ app: null, webhook: null });
    },
  );
});

describe("a connection that cannot be decrypted", () => {
  const states = async (parts: ChatParts) => {
    const { app } = await describeConnections(parts, { organizationId });
    const delivered = await deliver(parts, { organizationId, channel: "C0REPORTS", message });
    return [app?.state, app?.lastError?.message, delivered.ok ? null : delivered.problem.kind];
  };
  const again = ["connect_again", expect.stringContaining("Connect Slack again."), "connect_again"];

  test("because the key is lost says: connect again; and that helps", async () => {
    await connect();
    rmSync(keyPath);
    expect(await states(chat.parts)).toEqual(again);
    expect((await disconnect(chat.parts, { organizationId })).token).toEqual({ kind: "connect_again" });
    await connect();
    expect(await states(chat.parts)).toEqual(["connected", undefined, null]);
  });

  test("because the key was changed says so too", async () => {
    await connect();
    const other = chat.reopened({ integrationKey: "ab".repeat(32) });
    expect(await states(other)).toEqual(again);
    await connect(other);
    expect(await states(other)).toEqual(["connected", undefined, null]);
  });

  test("because the key's file is damaged is not overwritten", async () => {
    await connect();
    const key = readFileSync(keyPath, "utf8");
    writeFileSync(keyPath, "half of a k");
    expect(await states(chat.parts)).toEqual([
      "connect_again",
      expect.stringContaining("integration-key"),
      "key_damaged",
    ]);
    expect(await connect()).toMatchObject({ problem: { kind: "key_damaged" } });
    expect(readFileSync(keyPath, "utf8")).toBe("half of a k");
    writeFileSync(keyPath, key);
    expect(await states(chat.parts)).toEqual(["connected", undefined, null]);
  });

  test("because it was taken from another organization is refused", async () => {
    await connect();
    const row = { organization: "other", kind: "app" } as const;
    const [ours] = await selectConnections(chat.parts.database, organizationId);
    if (ours === undefined) throw new Error("nothing is connected");
    await replaceConnection(chat.parts.database, { ...ours, ...row });
    const stolen = await deliver(chat.parts, { organizationId: "other", channel: "C0REPORTS", message });
    expect(stolen).toMatchObject({ problem: { kind: "connect_again" } });
    await chat.forget("other");
  });
});

describe("on disk", () => {
  test("no file holds the token, the address or the client's secret in the clear", async () => {
    await connect();
    await connectWebhook(chat.parts, { ...asked, address: SECRETS.webhook });
    const files = readdirSync(chat.directory, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(files.length).toBeGreaterThan(1);
    const held = files.map((file) => readFileSync(join(file.parentPath, file.name)).toString("latin1"));
    const secrets = Object.values(SECRETS).flatMap((secret) => [secret, btoa(secret)]);
    expect(secrets.filter((secret) => held.some((text) => text.includes(secret)))).toEqual([]);
  });

  test("the key may be read by its owner only", async () => {
    await connect();
    expect(statSync(keyPath).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyPath, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  });

  test("the same token looks different each time", async () => {
    const sealed = new Set<string>();
    for (let times = 0; times < 3; times += 1) {
      await connect();
      for (const row of await selectConnections(chat.parts.database, organizationId)) sealed.add(row.sealed);
    }
    expect(sealed.size).toBe(3);
  });
});
