/** Brings the messages under way as far as they come now. */
import { changeJob, readJob, readOpenJobs } from "../../../database/jobs/job-table.ts";
import type { Database } from "../../../database/open.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { HOUR, type Instant } from "../../../vocabulary/units.ts";
import {
  advanceDeliveries,
  type Deliverer,
  keepEnded,
} from "../../integrations/sending/advance-deliveries.ts";
import type { PlaceParts } from "../../integrations/sending/deliver-to.ts";
import { isOver, parseDeliveries } from "../../integrations/sending/delivery.ts";
import type { Sending } from "../../integrations/sending/sending.ts";
import { ALERT_MESSAGES, type MessageRow } from "./messages-table.ts";
import { type WritingParts, writeMessage } from "./write-message.ts";

/** What messages are brought on with. */
export interface MessageParts extends WritingParts {
  database: Database;
  clock: Clock;
  places: PlaceParts;
  sending: Sending;
}

/**
 * Sends what is due, without waiting for it.
 *
 * @returns The messages that are still under way.
 */
export async function advanceMessages(parts: MessageParts): Promise<MessageRow[]> {
  const deliverer = delivererOf(parts);
  await keepEnded(deliverer);
  for (const message of await readOpenJobs(parts.database, ALERT_MESSAGES)) {
    if (message.status === "delivering") await endWhenSent(parts, message);
    else if (isDue(message, parts.clock())) await begin(parts, message);
  }
  return readOpenJobs(parts.database, ALERT_MESSAGES);
}

/** From here on nothing joins it. */
async function begin(parts: MessageParts, { id }: MessageRow): Promise<void> {
  await update(parts.database, id, { status: "delivering" });
  const begun = await readJob(parts.database, ALERT_MESSAGES, id);
  if (begun !== null) await endWhenSent(parts, begun);
}

async function endWhenSent(parts: MessageParts, message: MessageRow): Promise<void> {
  const deliveries = await advanceDeliveries(delivererOf(parts), message);
  if (deliveries === null) return;
  const reason = deliveries.find(({ status }) => status === "failed")?.error ?? null;
  const status = reason === null ? "completed" : "failed";
  await update(parts.database, message.id, { status, reason, ended_at: parts.clock() });
}

function delivererOf(parts: MessageParts): Deliverer<MessageRow> {
  return {
    ...parts,
    about: "alert.changed",
    read: (database, id) => readJob(database, ALERT_MESSAGES, id),
    keep: (transaction, id, deliveries) =>
      changeJob(transaction, ALERT_MESSAGES, { where: { id }, set: { deliveries } }),
    write: (message) => writeMessage(parts, message),
  };
}

async function update(database: Database, id: string, set: Partial<MessageRow>): Promise<void> {
  await inTransaction(database, "full", (transaction) =>
    changeJob(transaction, ALERT_MESSAGES, { where: { id }, set }),
  );
}

/** No message waits longer than an hour: the clock was wrong when its time was computed. */
function isDue({ send_at: at }: MessageRow, now: Instant): boolean {
  return at <= now || at - now > HOUR;
}

/** When something is to be done for a message; 0 for now. */
export function nextTimeOf(message: MessageRow): Instant {
  if (message.status === "waiting") return message.send_at;
  const open = parseDeliveries(message).filter((delivery) => !isOver(delivery));
  return Math.min(...open.map(({ nextTryAt }) => nextTryAt ?? 0));
}
