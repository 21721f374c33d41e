/** The rows of messages about alerts: which changes each one reports, to where, and how far it has come. */
import { instant, json, orNull, text } from "../../../database/columns.ts";
import { declareJob } from "../../../database/jobs/job-table.ts";
import type { Database } from "../../../database/open.ts";
import { rowChunks } from "../../../database/row-chunks.ts";
import { type RowOf, tables } from "../../../database/table-shape.ts";
import type { Instant } from "../../../vocabulary/units.ts";

export const ALERT_MESSAGES = declareJob(
  "alert_messages",
  {
    organization: text(),
    /** JSON of the place, which all messages to it share. */
    place: json(),
    /** Earlier changes join a message until this time; then it is sent. */
    send_at: instant(),
    ended_at: orNull(instant()),
    status: text<"waiting" | "delivering" | "completed" | "failed">(),
    /** JSON: `CHANGES_SAID`. */
    changes: json(),
    /** JSON: deliveries, one of them. */
    deliveries: json(),
  },
  {
    open: ["waiting", "delivering"],
    indexes: { alert_messages_by_send_at: ["organization", "send_at"] },
  },
);

export type MessageRow = RowOf<typeof ALERT_MESSAGES>;

/** Messages to one place. */
type OfPlace = Pick<MessageRow, "organization" | "place">;

/** Returns the message to a place that still takes changes; null when there is none. */
export async function findWaitingMessage(
  database: Database,
  { organization, place }: OfPlace,
): Promise<MessageRow | null> {
  const row = await tables(database, ALERT_MESSAGES)
    .selectFrom("alert_messages")
    .selectAll()
    .where("organization", "=", organization)
    .where("place", "=", place)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return row ?? null;
}

/** Returns when messages to a place were sent after a time, the newest first. */
export async function readSentTimes(
  database: Database,
  { organization, place }: OfPlace,
  after: Instant,
): Promise<Instant[]> {
  const rows = await tables(database, ALERT_MESSAGES)
    .selectFrom("alert_messages")
    .select("send_at")
    .where("organization", "=", organization)
    .where("send_at", ">", after)
    .where("place", "=", place)
    .orderBy("send_at", "desc")
    .execute();
  return rows.map(({ send_at: at }) => at);
}

/** Deletes messages that ended before a time. */
export async function deleteEndedBefore(
  transaction: Database,
  organization: string,
  before: Instant,
): Promise<void> {
  await tables(transaction, ALERT_MESSAGES)
    .deleteFrom("alert_messages")
    .where("organization", "=", organization)
    .where("ended_at", "<", before)
    .execute();
}

/** Returns the messages of an organization that are kept. */
export function readMessages(
  database: Database,
  organization: string,
): Promise<Pick<MessageRow, "id" | "deliveries">[]> {
  return tables(database, ALERT_MESSAGES)
    .selectFrom("alert_messages")
    .select(["id", "deliveries"])
    .where("organization", "=", organization)
    .execute();
}

/** Forgets messages. */
export async function deleteMessages(transaction: Database, ids: readonly string[]): Promise<void> {
  for (const chunk of rowChunks(ids))
    await tables(transaction, ALERT_MESSAGES).deleteFrom("alert_messages").where("id", "in", chunk).execute();
}
