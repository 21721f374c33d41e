/** Messages on their way to the chat tool: delivered, or with what is wrong and whether to try again. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type { ConnectionKind } from "../../../src/insights/integrations/connections-table.ts";
import { connectApp, connectWebhook } from "../../../src/insights/integrations/connect.ts";
import { deliver, type DeliveryFailure } from "../../../src/insights/integrations/deliver.ts";
import { describeConnections } from "../../../src/insights/integrations/describe-connections.ts";
import { testingChat } from "./testing-chat.ts";
import { type Manner, SECRETS, startScriptedSlack } from "./scripted-slack.ts";

const slack = startScriptedSlack();
const chat = await testingChat({ testUrl: slack.url });
afterAll(async () => {
  await chat.close();
  await slack[Symbol.asyncDispose]();
});

const organizationId = "organization";
const message = { title: "The week", lines: ["Speed 71"], link: null };
const { code, redirectUrl } = slack.workspace;

beforeEach(async () => {
  slack.behave({ kind: "well" });
  await chat.forget(organizationId);
});

async function connect(kind: ConnectionKind): Promise<void> {
  const by = { organizationId, actorId: "key" };
  const connected =
    kind === "app"
      ? await connectApp(chat.parts, { ...by, code, redirectUrl })
      : await connectWebhook(chat.parts, { ...by, address: SECRETS.webhook });
  expect(connected.ok).toBeTrue();
  slack.heard.length = 0;
}

async function failureOf(channel: string | null): Promise<DeliveryFailure> {
  const delivered = await deliver(chat.parts, { organizationId, channel, message });
  if (delivered.ok) throw new Error("the message was delivered");
  return delivered.problem;
}

describe("a message is not delivered", () => {
  test("where nothing is connected", async () => {
    expect(await failureOf("C0REPORTS")).toMatchObject({ kind: "not_connected", mayPass: false });
    expect(slack.heard).toEqual([]);
  });

  test("to a channel that was not named, by an app that can post to several", async () => {
    await connect("app");
    expect(await failureOf(null)).toMatchObject({ kind: "no_channel", mayPass: false });
    expect(slack.heard).toEqual([]);
  });

  test("to another channel than the webhook's own", async () => {
    await connect("webhook");
    expect(await failureOf("C0REPORTS")).toMatchObject({ kind: "channel_is_fixed", mayPass: false });
    expect(slack.heard).toEqual([]);
  });

  test.each([
    ["C0NONE", "channel_not_found"],
    ["C0OLD", "channel_archived"],
    ["C0QUIET", "not_in_channel"],
  ])("to %s: %s", async (channel, kind) => {
    await connect("app");
    expect(await failureOf(channel)).toMatchObject({ kind, mayPass: false, retryAfterMs: null });
  });

  const REFUSED: readonly [string, string][] = [
    ["invalid_auth", "token_refused"],
    ["token_revoked", "token_refused"],
    ["account_inactive", "token_refused"],
    ["missing_scope", "missing_scope"],
    ["restricted_action", "forbidden"],
    ["invalid_blocks", "message_refused"],
    ["a_word_of_tomorrow", "refused"],
    ["<script>", "not_slack"],
  ];
  test.each(REFUSED)("by an app when Slack answers %s", async (word, kind) => {
    await connect("app");
    slack.behave({ kind: "refusing", word });
    expect(await failureOf("C0REPORTS")).toMatchObject({ kind, retryAfterMs: null });
  });

  const OF_WEBHOOKS: readonly [string, number, string][] = [
    ["no_service", 404, "webhook_gone"],
    ["no_team", 404, "webhook_gone"],
    ["invalid_token", 403, "webhook_gone"],
    ["channel_not_found", 404, "channel_not_found"],
    ["channel_is_archived", 410, "channel_archived"],
    ["action_prohibited", 403, "forbidden"],
    ["invalid_payload", 400, "message_refused"],
  ];
  test.each(OF_WEBHOOKS)("by a webhook that answers %s", async (word, status, kind) => {
    await connect("webhook");
    slack.behave({ kind: "refusing", word, status });
    expect(await failureOf(null)).toMatchObject({ kind, mayPass: false });
  });

  const PASSING: readonly [Manner, string][] = [
    [{ kind: "failing", status: 503 }, "server_failed"],
    [{ kind: "refusing", word: "internal_error" }, "server_failed"],
    [{ kind: "page" }, "not_slack"],
    [{ kind: "cut" }, "broken_off"],
    [{ kind: "endless" }, "not_slack"],
  ];
  test.each(PASSING)("while Slack is %j, which may pass", async (manner, kind) => {
    await connect("app");
    slack.behave(manner);
    expect(await failureOf("C0REPORTS")).toMatchObject({ kind, mayPass: true, retryAfterMs: null });
  });

  test.each(["app", "webhook"] as const)(
    "by %s while Slack is asked too often, and says how long",
    async (kind) => {
      await connect(kind);
      slack.behave({ kind: "rate_limiting", seconds: 30 });
      expect(await failureOf(kind === "app" ? "C0REPORTS" : null)).toMatchObject({
        kind: "rate_limited",
        mayPass: true,
        retryAfterMs: 30_000,
      });
    },
  );

  test("while Slack takes too long, which may pass", async () => {
    await connect("app");
    slack.behave({ kind: "slow" });
    const impatient = chat.reopened({ timeoutMs: 50 });
    expect(await deliver(impatient, { organizationId, channel: "C0REPORTS", message })).toMatchObject({
      problem: { kind: "timed_out", mayPass: true },
    });
  });

  test("by a server that may call nobody, which says so before it calls", async () => {
    await connect("app");
    const offline = chat.reopened({ offline: true });
    expect(await deliver(offline, { organizationId, channel: "C0REPORTS", message })).toMatchObject({
      problem: { kind: "offline", mayPass: false },
    });
    expect(slack.heard).toEqual([]);
    expect((await describeConnections(chat.parts, { organizationId })).app?.lastError).toBeNull();
  });

  test("to where a redirect leads", async () => {
    await connect("app");
    slack.behave({ kind: "redirecting", to: `${slack.url}/elsewhere` });
    expect(await failureOf("C0REPORTS")).toMatchObject({ kind: "not_slack" });
    expect(slack.heard.map(({ method }) => method)).toEqual(["chat.postMessage"]);
  });
});

describe("a message is delivered", () => {
  test("by an app to the channel that was named", async () => {
    await connect("app");
    expect(await deliver(chat.parts, { organizationId, channel: "C0REPORTS", message })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(slack.heard).toMatchObject([
      {
        method: "chat.postMessage",
        authorization: `Bearer ${SECRETS.token}`,
        body: {
          channel: "C0REPORTS",
          text: "The week",
          parse: "none",
          link_names: false,
          unfurl_links: false,
        },
      },
    ]);
  });

  test("by a webhook to its channel, also when there is an app", async () => {
    await connect("app");
    await connect("webhook");
    expect((await deliver(chat.parts, { organizationId, channel: null, message })).ok).toBeTrue();
    expect(slack.heard).toMatchObject([
      { method: "webhook", authorization: null, body: { text: "The week" } },
    ]);
  });

  test("and what went wrong before is forgotten", async () => {
    await connect("app");
    await failureOf("C0NONE");
    const failed = await describeConnections(chat.parts, { organizationId });
    expect(failed.app?.lastError?.message).toContain("Choose another channel");
    await deliver(chat.parts, { organizationId, channel: "C0REPORTS", message });
    const { app } = await describeConnections(chat.parts, { organizationId });
    expect([app?.lastError, app?.state]).toEqual([null, "connected"]);
    expect(app?.workedAt).toBeString();
  });
});
