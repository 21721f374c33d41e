/** Connecting Slack through a real appliance: there and back, who may, and what is never shown. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../src/vocabulary/log.ts";
import { SECRETS, startScriptedSlack } from "../insights/integrations/scripted-slack.ts";
import { startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const PATH = "/v1/integrations/slack";
const slack = startScriptedSlack();
const { code } = slack.workspace;
const [log, answers]: [string[], string[]] = [[], []];

let appliance: TestAppliance;
let team: TestOrganization;
let stranger: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({
    settings: {
      publicUrl: "http://127.0.0.1",
      slackClientId: slack.workspace.clientId,
      slackClientSecret: SECRETS.clientSecret,
    },
    slackUrl: slack.url,
    log: createLog("json", (line) => void log.push(line)),
  });
  stranger = await appliance.addOrganization();
});
beforeEach(async () => {
  slack.behave({ kind: "well" });
  team = await appliance.addOrganization();
});
afterAll(async () => {
  await appliance.stop();
  await slack[Symbol.asyncDispose]();
});

interface Asked {
  method?: string;
  key?: string | null;
  body?: object;
  headers?: Record<string, string>;
}

async function ask(path: string, { method = "GET", key = team.admin, body, headers }: Asked = {}) {
  const response = await fetch(appliance.url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  answers.push(JSON.stringify([...response.headers]), text);
  return { status: response.status, headers: response.headers, text };
}

async function begin(changes: Asked = {}): Promise<{ state: string; to: URL; cookie: string }> {
  const { status, headers } = await ask(`${PATH}/install`, changes);
  expect(status).toBe(302);
  const to = new URL(headers.get("location") ?? "");
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return { state: to.searchParams.get("state") ?? "", to, cookie };
}

function comeBack(query: Record<string, string>, headers: Record<string, string> = {}) {
  return ask(`${PATH}/callback?${new URLSearchParams(query).toString()}`, { key: null, headers });
}

async function connect(): Promise<void> {
  const { state } = await begin();
  expect((await comeBack({ state, code })).status).toBe(200);
}

async function paste(): Promise<void> {
  const { status } = await ask(`${PATH}/webhook`, { method: "PUT", body: { url: SECRETS.webhook } });
  expect(status).toBe(200);
}

async function statusOf(key: string): Promise<{ app: unknown; webhook: unknown; install: unknown }> {
  const { status, text } = await ask(PATH, { key });
  expect(status).toBe(200);
  return JSON.parse(text);
}

async function signIn(): Promise<{ cookie: string }> {
  const response = await fetch(`${appliance.url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: team.admin }),
  });
  return { cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

describe("the way back is refused", () => {
  test.each([
    ["without a state", { code }],
    ["with a state that nobody gave out", { code, state: "A".repeat(43) }],
    ["with nothing", {}],
  ])("%s", async (_, query: Record<string, string>) => {
    const { status, text } = await comeBack(query);
    expect([status, JSON.parse(text).detail]).toEqual([400, expect.stringContaining("connect again")]);
  });

  test("to a browser as a page that says nothing of what was sent", async () => {
    const query = { code: "<script>alert(1)</script>", state: "<script>", error: "<b>" };
    const { status, headers, text } = await comeBack(query, { accept: "text/html,*/*" });
    expect([status, headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toStartWith("default-src 'none'; style-src 'sha256-");
    expect(text).toContain("Slack was not connected");
    expect(text).not.toContain("script");
  });

  test("the second time", async () => {
    const { state } = await begin();
    expect((await comeBack({ state, error: "access_denied" })).status).toBe(400);
    expect((await comeBack({ state, code })).status).toBe(400);
    expect(await statusOf(team.admin)).toMatchObject({ app: null });
  });

  test("to a look by HEAD, which uses nothing up", async () => {
    const { state } = await begin();
    const query = `${PATH}/callback?${new URLSearchParams({ state, code }).toString()}`;
    expect((await ask(query, { method: "HEAD", key: null })).status).toBe(401);
    expect((await comeBack({ state, code })).status).toBe(200);
  });

  test("when people did not allow the app, and says so", async () => {
    const { state } = await begin();
    const { status, text } = await comeBack({ state, error: "access_denied" });
    expect([status, text]).toEqual([400, expect.stringContaining("was not allowed in Slack")]);
  });

  test("when the key that began was revoked meanwhile", async () => {
    const { id, key } = await team.addKey({ role: "admin" });
    const { state } = await begin({ key });
    await appliance.revoke(id);
    while ((await appliance.get("/v1/session", key)).status !== 401) await Bun.sleep(20);
    expect((await comeBack({ state, code })).status).toBe(403);
    expect(await statusOf(team.admin)).toMatchObject({ app: null });
  });

  test("to another browser than the one that began", async () => {
    const { state, cookie } = await begin({ key: null, headers: await signIn() });
    expect(cookie).toStartWith("scoring-slack-install=");
    expect((await comeBack({ state, code })).status).toBe(400);
    expect((await comeBack({ state, code }, { cookie })).status).toBe(400);
    expect(await statusOf(team.admin)).toMatchObject({ app: null });
  });

  test("with a code that Slack does not know", async () => {
    const { state } = await begin();
    const { status, text } = await comeBack({ state, code: "made up" });
    expect([status, text]).toEqual([400, expect.stringContaining("does not accept its own code")]);
  });
});

describe("before anything is connected", () => {
  test("channels and tests are 404 with what to do", async () => {
    for (const asked of [
      await ask(`${PATH}/channels`),
      await ask(`${PATH}/test`, { method: "POST", body: {} }),
    ])
      expect([asked.status, asked.text]).toEqual([404, expect.stringContaining("Settings, Messages")]);
  });

  test.each([
    "http://hooks.slack.com/services/T0/B0/x",
    "https://evil.example/services/T0/B0/x",
    "http://127.0.0.1:1/services/T0/B0/x",
    "",
  ])("%j is no webhook address, and is not repeated", async (url) => {
    const { status, text } = await ask(`${PATH}/webhook`, { method: "PUT", body: { url } });
    expect([status, JSON.parse(text).errors[0].path]).toEqual([400, "url"]);
    expect(text).not.toContain("evil.example");
    expect(await statusOf(team.admin)).toMatchObject({ webhook: null });
  });

  test("a channel is an id", async () => {
    const { status, text } = await ask(`${PATH}/test`, { method: "POST", body: { channel: "#reports" } });
    expect([status, JSON.parse(text).errors[0].path]).toEqual([400, "channel"]);
  });
});

describe("signing in", () => {
  test("leads to Slack with a state, two scopes, and the way back by the public address", async () => {
    const { to, state } = await begin();
    expect(`${to.origin}${to.pathname}`).toBe(`${slack.url}/oauth/v2/authorize`);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: slack.workspace.clientId,
      scope: "chat:write,channels:read",
      redirect_uri: "http://127.0.0.1/v1/integrations/slack/callback",
      state,
    });
  });

  test("by a key connects its organization and no other", async () => {
    const { state } = await begin();
    const { status, text } = await comeBack({ state, code });
    expect([status, JSON.parse(text)]).toEqual([200, { connected: true }]);
    expect(await statusOf(team.admin)).toMatchObject({
      app: {
        state: "connected",
        connectedBy: "admin",
        team: { name: "Slack Softball Team" },
        lastError: null,
      },
      install: { isReady: true, problem: null },
    });
    expect(await statusOf(stranger.admin)).toMatchObject({ app: null, webhook: null });
    expect((await ask(`${PATH}/channels`, { key: stranger.admin })).status).toBe(404);
  });

  test("in a browser goes on to the settings", async () => {
    const { state, cookie } = await begin({ key: null, headers: await signIn() });
    const { status, headers } = await comeBack({ state, code }, { cookie, accept: "text/html" });
    expect([status, headers.get("location")]).toEqual([303, "/settings/chat"]);
  });

  test("gives channels, and a test message with its outcome", async () => {
    await connect();
    const { channels, total, nextCursor } = JSON.parse((await ask(`${PATH}/channels`)).text);
    expect([channels.length, total, nextCursor]).toEqual([3, 3, null]);
    const send = async (channel: string) =>
      JSON.parse((await ask(`${PATH}/test`, { method: "POST", body: { channel } })).text);
    expect(await send("C0QUIET")).toMatchObject({ ok: false, error: { kind: "not_in_channel" } });
    expect(await statusOf(team.admin)).toMatchObject({
      app: { lastError: { message: expect.stringContaining("/invite") } },
    });
    expect(await send("C0REPORTS")).toEqual({ ok: true, error: null });
    expect((await ask(`${PATH}/test`, { method: "POST", body: {} })).status).toBe(400);
  });

  test("is over when Slack revokes the token; then the status says: connect again", async () => {
    await connect();
    slack.behave({ kind: "refusing", word: "token_revoked" });
    expect((await ask(`${PATH}/channels`)).status).toBe(409);
    expect(await statusOf(team.admin)).toMatchObject({ app: { state: "connect_again" } });
    slack.behave({ kind: "rate_limiting", seconds: 7 });
    const { status, text } = await ask(`${PATH}/channels`);
    expect([status, JSON.parse(text).retryAfterSeconds]).toEqual([503, 7]);
  });
});

describe("a pasted webhook address", () => {
  test("is taken, used, and never shown", async () => {
    await paste();
    expect(JSON.parse((await ask(`${PATH}/test`, { method: "POST", body: {} })).text)).toEqual({
      ok: true,
      error: null,
    });
    expect(slack.heard.at(-1)?.method).toBe("webhook");
    expect(await statusOf(team.admin)).toMatchObject({
      webhook: { state: "connected", connectedBy: "admin" },
    });
  });
});

describe("who may", () => {
  const EACH: readonly [string, string, object | undefined][] = [
    ["GET", PATH, undefined],
    ["GET", `${PATH}/install`, undefined],
    ["GET", `${PATH}/channels`, undefined],
    ["PUT", `${PATH}/webhook`, { url: SECRETS.webhook }],
    ["POST", `${PATH}/test`, {}],
    ["DELETE", PATH, undefined],
  ];
  test.each(EACH)("%s %s: admins only, and nobody without a key", async (method, path, body) => {
    const { key: bound } = await team.addKey({ developer: "ada@example.com" });
    const asked = { method, ...(body !== undefined && { body }) };
    const statuses = [];
    for (const key of [null, bound, team.key]) statuses.push((await ask(path, { ...asked, key })).status);
    expect(statuses).toEqual([401, 403, 403]);
  });

  test("another organization's admin disconnects nothing of ours", async () => {
    await connect();
    await paste();
    expect((await ask(PATH, { method: "DELETE", key: stranger.admin })).status).toBe(200);
    expect(await statusOf(team.admin)).toMatchObject({ app: { state: "connected" }, webhook: {} });
  });
});

describe("what Slack gave out", () => {
  test("is in no file, no log and no answer in the clear", async () => {
    await connect();
    await paste();
    for (const body of [{}, { channel: "C0REPORTS" }]) await ask(`${PATH}/test`, { method: "POST", body });
    const files = readdirSync(appliance.directory, { recursive: true, withFileTypes: true });
    const held = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name)).toString("latin1"));
    const secrets = [...Object.values(SECRETS), new URL(SECRETS.webhook).pathname];
    for (const texts of [held, log, answers]) {
      expect(texts.length).toBeGreaterThan(0);
      expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
    }
  });

  test("is forgotten when somebody disconnects, also while Slack is away", async () => {
    await connect();
    await paste();
    slack.behave({ kind: "failing", status: 503 });
    const { status, text } = await ask(PATH, { method: "DELETE" });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { revoked: false, message: expect.stringContaining("Remove the app in Slack") },
    ]);
    expect(await statusOf(team.admin)).toMatchObject({ app: null, webhook: null });
  });
});
