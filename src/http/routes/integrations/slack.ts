/** `/v1/integrations/slack`: how the organization is connected to Slack, its channels, a test, and the way out. */
import { Elysia } from "elysia";
import { z } from "zod";
import { type ChatProblem, explainChatProblem } from "../../../insights/integrations/chat-problem.ts";
import type { Disconnected } from "../../../insights/integrations/connect.ts";
import {
  CHANNEL_ID,
  CHANNEL_ID_EXPECTED,
  WEBHOOK_ADDRESS,
} from "../../../insights/integrations/slack/addresses.ts";
import { actorOf } from "../../../identity/caller.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { type InstallSettings, installWay } from "./install-way.ts";
import { SLACK_ANSWER } from "./slack-answer.ts";
import { TEST_ANSWER } from "./test-answer.ts";

const PATH = "/v1/integrations/slack";
const TAG = "Slack";
const NOT_CONNECTED = "Slack is not connected";

const WEBHOOK = z.strictObject({
  url: z
    .string()
    .trim()
    .regex(WEBHOOK_ADDRESS, {
      error:
        "expected the address of an incoming webhook, which begins with https://hooks.slack.com/services/",
    })
    .describe("An incoming webhook: https://hooks.slack.com/services/T…/B…/…; it is never shown again."),
});

const TEST = z.strictObject({
  channel: z
    .string()
    .regex(CHANNEL_ID, { error: CHANNEL_ID_EXPECTED })
    .nullish()
    .describe("A channel's id, such as C0123456789; left out: the webhook's own channel."),
});

const CHANNELS_ANSWER = z.object({
  channels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isMember: z.boolean().describe("Whether the app was invited to the channel: it can post only there."),
    }),
  ),
  total: z.int().nullable().describe("null: there are more than these, the first 4,000 or so."),
  nextCursor: z.null(),
});

const CHANNELS_DETAIL = documented({
  summary: "The public channels of the connected workspace (admin)",
  tag: TAG,
  answer: CHANNELS_ANSWER,
  missing: NOT_CONNECTED,
  conflict: "What is connected cannot list channels; the detail says what to do",
});

const DISCONNECTED_ANSWER = z.object({
  revoked: z.boolean().nullable().describe("Whether Slack took the token back; null: there was none."),
  message: z.string().nullable().describe("What to do when it did not."),
});

type Parts = RouteContext & { settings: InstallSettings };

/** Mounts the routes. */
export function slackRoutes(context: RouteContext, settings: InstallSettings) {
  return new Elysia()
    .get(PATH, ({ request }) => describeSlack({ ...context, settings }, request), {
      detail: documented({
        summary: "How Slack is connected, since when, and what went wrong last (admin)",
        tag: TAG,
        answer: SLACK_ANSWER,
      }),
    })
    .delete(PATH, ({ request }) => disconnect(context, request), {
      detail: documented({
        summary: "Disconnects Slack: revokes the token and forgets it and the webhook address (admin)",
        tag: TAG,
        answer: DISCONNECTED_ANSWER,
      }),
    })
    .put(`${PATH}/webhook`, ({ request, body }) => setWebhook({ ...context, settings }, request, body), {
      body: WEBHOOK,
      detail: documented({
        summary: "Replaces the webhook address (admin)",
        tag: TAG,
        answer: SLACK_ANSWER,
      }),
    })
    .get(`${PATH}/channels`, ({ request }) => listChannels(context, request), {
      detail: CHANNELS_DETAIL,
    })
    .post(`${PATH}/test`, ({ request, body }) => test(context, request, body), {
      body: TEST.prefault({}),
      detail: documented({
        summary: "Sends a test message; what is wrong when it does not arrive (admin)",
        tag: TAG,
        answer: TEST_ANSWER,
        missing: NOT_CONNECTED,
      }),
    });
}

async function describeSlack(
  { guard, changes, settings }: Parts,
  request: Request,
): Promise<z.infer<typeof SLACK_ANSWER>> {
  const { organizationId } = guard.callerOf(request);
  const connections = await changes(request).describeChat({ organizationId });
  const way = installWay(settings);
  const install = way.ok
    ? { isReady: true, problem: null, redirectUrl: way.value.redirectUrl }
    : { isReady: false, problem: way.problem, redirectUrl: null };
  return { ...connections, install };
}

async function setWebhook(
  parts: Parts,
  request: Request,
  { url: address }: z.infer<typeof WEBHOOK>,
): Promise<z.infer<typeof SLACK_ANSWER>> {
  const caller = parts.guard.callerOf(request);
  const kept = await parts.changes(request).connectWebhook({
    organizationId: caller.organizationId,
    actorId: actorOf(caller),
    address,
  });
  if (!kept.ok) throw refusalFor(kept.problem);
  return describeSlack(parts, request);
}

async function disconnect(
  context: RouteContext,
  request: Request,
): Promise<z.infer<typeof DISCONNECTED_ANSWER>> {
  const { organizationId } = context.guard.callerOf(request);
  return describeDisconnected(await context.changes(request).disconnectChat({ organizationId }));
}

function describeDisconnected({ token }: Disconnected): z.infer<typeof DISCONNECTED_ANSWER> {
  if (token === "none") return { revoked: null, message: null };
  if (token === "revoked") return { revoked: true, message: null };
  const message =
    "This server has forgotten the token, but could not ask Slack to revoke it. " +
    "Remove the app in Slack: Administration, Manage apps.";
  return { revoked: false, message };
}

async function listChannels(
  context: RouteContext,
  request: Request,
): Promise<z.infer<typeof CHANNELS_ANSWER>> {
  const { organizationId } = context.guard.callerOf(request);
  const listed = await context.changes(request).listChatChannels({ organizationId });
  if (!listed.ok) throw refusalFor(listed.problem);
  const { channels, isComplete } = listed.value;
  return { channels, total: isComplete ? channels.length : null, nextCursor: null };
}

async function test(
  context: RouteContext,
  request: Request,
  { channel = null }: z.infer<typeof TEST>,
): Promise<z.infer<typeof TEST_ANSWER>> {
  const { organizationId } = context.guard.callerOf(request);
  const tested = await context.changes(request).testChat({ organizationId, channel });
  if (tested.ok) return { ok: true, error: null };
  const { kind, message } = tested.problem;
  if (kind === "not_connected") throw new Refusal(404, { detail: message });
  if (kind === "offline") throw new Refusal(503, { detail: message });
  if (kind === "no_channel" || kind === "channel_is_fixed")
    throw new Refusal(400, { detail: message, errors: [{ path: "channel", message: HINTS[kind] }] });
  return { ok: false, error: { kind, message } };
}

const HINTS = {
  no_channel: "expected a channel's id",
  channel_is_fixed: "expected to be left out",
} as const;

function refusalFor(problem: ChatProblem): Refusal {
  const detail = explainChatProblem(problem);
  switch (problem.kind) {
    case "not_connected":
      return new Refusal(404, { detail });
    case "offline":
    case "unreachable":
    case "timed_out":
    case "broken_off":
    case "not_slack":
    case "server_failed":
      return new Refusal(503, { detail });
    case "rate_limited":
      return new Refusal(503, { detail, extensions: { retryAfterSeconds: secondsOf(problem.retryAfterMs) } });
    default:
      return new Refusal(409, { detail });
  }
}

function secondsOf(waitMs: number | null): number | null {
  return waitMs === null ? null : Math.ceil(waitMs / 1_000);
}
