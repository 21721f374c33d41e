/** Delivers a message to a webhook, signed, and notes what came of it. */
import { randomUUID } from "node:crypto";
import { inTransaction } from "../../../database/transaction.ts";
import { fail, type Result } from "../../../vocabulary/result.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import type { ChatMessage } from "../message.ts";
import type { WebhookParts } from "./open-webhooks.ts";
import { post } from "./post.ts";
import { openSealed } from "./sealed-webhook.ts";
import { signingHeaders } from "./sign.ts";
import { explainWebhookProblem, type WebhookProblem } from "./webhook-problem.ts";
import { selectWebhooks, updateWebhook, type WebhookRow } from "./webhooks-table.ts";

/** What a message is about, in the words of its `type`. */
export type WebhookEvent = "alert.changed" | "report.completed" | "test";

/** What to deliver, and where. */
export interface WebhookDelivery {
  organizationId: string;
  /** The webhook. */
  id: string;
  about: WebhookEvent;
  /** The same whenever the same message is sent again, so that the receiver can drop the second one. */
  messageId: string;
  message: ChatMessage;
}

/**
 * Delivers a message once.
 *
 * @throws After `timed_out` and `broken_off` the receiver may have taken the message all the same.
 */
export async function deliverToWebhook(
  parts: WebhookParts,
  delivery: WebhookDelivery,
): Promise<Result<void, WebhookProblem>> {
  const { organizationId, id } = delivery;
  const rows = await selectWebhooks(parts.database, organizationId);
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) return fail({ kind: "unknown_webhook" });
  const sent = await send(parts, row, delivery);
  // that this server may call nobody says nothing of the webhook
  if (sent.ok || sent.problem.kind !== "offline") await note(parts, row, sent);
  return sent;
}

/** Sends a message that only says that messages arrive. */
export function testWebhook(
  parts: WebhookParts,
  asked: Pick<WebhookDelivery, "organizationId" | "id">,
): Promise<Result<void, WebhookProblem>> {
  return deliverToWebhook(parts, {
    ...asked,
    about: "test",
    messageId: `test.${randomUUID()}`,
    message: { title: "scoring: a test message", lines: ["Messages from scoring arrive here."], link: null },
  });
}

async function send(
  parts: WebhookParts,
  row: WebhookRow,
  { about: type, messageId: id, message: data }: WebhookDelivery,
): Promise<Result<void, WebhookProblem>> {
  const opened = await openSealed(parts, row);
  if (!opened.ok) return opened;
  const { address, secret } = opened.value;
  const at = parts.clock();
  const body = JSON.stringify({ type, timestamp: isoTime(at), data });
  return post(parts.rules, { address, headers: signingHeaders(secret, { id, at, body }), body });
}

async function note(
  { database, clock }: WebhookParts,
  row: WebhookRow,
  sent: Result<void, WebhookProblem>,
): Promise<void> {
  const now = clock();
  const use = sent.ok
    ? { worked_at: now, problem: null, problem_at: null }
    : { worked_at: row.worked_at, problem: explainWebhookProblem(sent.problem), problem_at: now };
  await inTransaction(database, "normal", (transaction) => updateWebhook(transaction, row, use));
}
