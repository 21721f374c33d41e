/** Puts changes of alerts into messages: those of one look together, and only so many messages an hour to a place. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { addJob, changeJob } from "../../../database/jobs/job-table.ts";
import type { Database } from "../../../database/open.ts";
import { HOUR, type Instant } from "../../../vocabulary/units.ts";
import { newDelivery } from "../../integrations/sending/delivery.ts";
import type { Place } from "../../integrations/sending/place.ts";
import { ALERT_MESSAGES, findWaitingMessage, type MessageRow, readSentTimes } from "./messages-table.ts";

/** So many messages an hour go to one place; what changes meanwhile is in the next one. */
const MOST_AN_HOUR = 6;

const CHANGES_SAID = z.array(z.object({ alert: z.string(), change: z.enum(["opened", "raised", "closed"]) }));

/** That an alert opened, reached a higher threshold, or closed. */
export type ChangeSaid = z.infer<typeof CHANGES_SAID>[number];

/** What a message reports. */
export function parseChanges({ changes }: Pick<MessageRow, "changes">): ChangeSaid[] {
  return CHANGES_SAID.parse(JSON.parse(changes));
}

/** Adds changes to the message that waits for its time, or begins another. */
export async function queueChanges(
  transaction: Database,
  {
    organization,
    place: to,
    changes,
  }: { organization: string; place: Place; changes: readonly ChangeSaid[] },
  now: Instant,
): Promise<void> {
  const place = JSON.stringify(to);
  const waiting = await findWaitingMessage(transaction, { organization, place });
  if (waiting !== null) {
    const { id } = waiting;
    const joined = JSON.stringify([...parseChanges(waiting), ...changes]);
    await changeJob(transaction, ALERT_MESSAGES, { where: { id }, set: { changes: joined } });
    return;
  }
  const sent = await readSentTimes(transaction, { organization, place }, now - HOUR);
  const oldest = sent[MOST_AN_HOUR - 1];
  await addJob(transaction, ALERT_MESSAGES, {
    id: randomUUID(),
    organization,
    place,
    send_at: oldest === undefined ? now : oldest + HOUR,
    ended_at: null,
    status: "waiting",
    changes: JSON.stringify(changes),
    deliveries: JSON.stringify([newDelivery(to)]),
  });
}
