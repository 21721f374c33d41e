/** Delivers a message to people in the chat tool. */
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { type ChatProblem, explainChatProblem, isPassing } from "./chat-problem.ts";
import type { EmailProblem } from "./email/email-problem.ts";
import type { ChatMessage } from "./message.ts";
import type { ChatParts } from "./open-chat.ts";
import { writeSlackMessage } from "./slack/blocks.ts";
import type { WebhookProblem } from "./webhooks/webhook-problem.ts";
import { openConnection, type OpenConnection, useConnection } from "./use-connection.ts";

/** What to deliver, and where. */
export interface Delivery {
  organizationId: string;
  /** A channel's id; null: the one of the webhook address that was pasted. */
  channel: string | null;
  message: ChatMessage;
}

/** Why a message was not delivered. */
export interface DeliveryFailure {
  kind: ChatProblem["kind"] | WebhookProblem["kind"] | EmailProblem["kind"];
  /** For a person: what is wrong and what to do. */
  message: string;
  /** Whether the same may work later without anybody changing something. */
  mayPass: boolean;
  /** How long the receiver asks to wait; null when it does not say. */
  retryAfterMs: Milliseconds | null;
}

/**
 * Delivers a message once.
 *
 * A named channel needs an app that is connected; without one the webhook's own channel takes it.
 *
 * @throws With whether to try again. After `timed_out` and `broken_off` Slack may have taken the message all
 *   the same.
 */
export async function deliver(parts: ChatParts, delivery: Delivery): Promise<Result<void, DeliveryFailure>> {
  const delivered = await send(parts, delivery);
  return delivered.ok ? delivered : fail(describeFailure(delivered.problem));
}

async function send(
  parts: ChatParts,
  { organizationId, channel, message }: Delivery,
): Promise<Result<void, ChatProblem>> {
  const kinds = channel === null ? (["webhook", "app"] as const) : (["app", "webhook"] as const);
  const connection = await openConnection(parts, organizationId, kinds);
  if (!connection.ok) return connection;
  const fits = whetherFits(connection.value, channel);
  if (!fits.ok) return fits;
  const written = writeSlackMessage(message);
  return useConnection(parts, connection.value, (secret) =>
    channel === null
      ? parts.slack.postToWebhook(secret, written)
      : parts.slack.postMessage(secret, channel, written),
  );
}

/** A webhook posts to one channel that nobody here knows: it must not get what was meant for another. */
function whetherFits({ row: { kind } }: OpenConnection, channel: string | null): Result<void, ChatProblem> {
  if (kind === "app" && channel === null) return fail({ kind: "no_channel" });
  if (kind === "webhook" && channel !== null) return fail({ kind: "channel_is_fixed" });
  return succeed(undefined);
}

function describeFailure(problem: ChatProblem): DeliveryFailure {
  return {
    kind: problem.kind,
    message: explainChatProblem(problem),
    mayPass: isPassing(problem),
    retryAfterMs: problem.kind === "rate_limited" ? problem.retryAfterMs : null,
  };
}
