/** Retention: removes whole objects, the oldest first, once they are too old or all together too large. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { type Bytes, DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { addToBooks } from "../../books/progress-table.ts";
import { forgetAnswerTexts } from "../../catalogue/answer-texts-table.ts";
import { areListed, sessionsIn } from "../../catalogue/table.ts";
import { type ClockDoubt, readEndedDoubts } from "../arrivals/doubts-table.ts";
import type { UpkeepParts } from "./join.ts";
import {
  type ObjectOutline,
  selectExamined,
  selectOutlines,
  sumBytes,
  unlistObjects,
} from "./object-table.ts";
import { forgetDamage, noteRemoved, sealSessions } from "./table.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

/** How long raw records are kept. */
export interface Retention {
  /** Days since the end of the day on which they arrived; null while the clock is in doubt. */
  days: number | null;
  /** Bytes of all objects; null for no bound. */
  maxBytes: Bytes | null;
}

/**
 * Finds the objects that are due, in the order of the stream: the one that came first is the oldest, whatever the
 * clock showed. An object that is not examined yet is never due.
 *
 * @param database - Any connection.
 * @param retention - The bounds in force.
 * @param now - What the clock showed when it was judged.
 */
export async function findDue(
  database: Database,
  { days, maxBytes }: Retention,
  now: Instant,
): Promise<ObjectOutline[]> {
  const objects = await selectExamined(database);
  let tooMuch = maxBytes === null ? 0 : (await sumBytes(database)) - maxBytes;
  const countFrom = days === null ? null : ages(await readEndedDoubts(database), now);
  return objects.filter((object) => {
    const isTooOld = countFrom !== null && now >= keptUntil(countFrom(object), days ?? 0);
    if (!isTooOld && tooMuch <= 0) return false;
    tooMuch -= object.bytes;
    return true;
  });
}

/**
 * Returns from when each object's age counts: its arrival, or a later one of an object before it, when the
 * clock was behind. An arrival in the future counts for its own object only: the clock was ahead, and is
 * right again. What arrived while the clock was in doubt counts from the end of that.
 *
 * The function that is returned gets the objects in their order.
 */
function ages(doubts: readonly ClockDoubt[], now: Instant): (object: ObjectOutline) => Milliseconds {
  let newest = 0;
  return ({ firstSequence, arrivedAt }) => {
    const doubt = doubts.find(
      (found) => firstSequence >= found.firstSequence && firstSequence <= (found.lastSequence ?? 0),
    );
    if (doubt?.endedAt != null) return doubt.endedAt;
    if (arrivedAt <= now) newest = Math.max(newest, arrivedAt);
    return Math.max(newest, arrivedAt);
  };
}

/** A joined object holds the records of a whole day. */
function keptUntil(from: Instant, days: number): Milliseconds {
  return (Math.floor(from / DAY) + 1 + days) * DAY;
}

/**
 * Removes an object; its sessions are sealed, because their rows cannot be made again.
 *
 * @returns Whether it was still there.
 */
export async function expireObject(
  { database, clock }: Pick<UpkeepParts, "database" | "clock">,
  object: ObjectOutline,
): Promise<boolean> {
  const { key, organization, records } = object;
  return inTransaction(database, "full", async (transaction) => {
    if (!(await areListed(transaction, [key]))) return false;
    const sessions = await sessionsOf(transaction, object);
    await sealSessions(transaction, { organization, sessions, sealedAt: clock() });
    await unlistObjects(transaction, [key]);
    await forgetAnswerTexts(transaction, object);
    await forgetDamage(transaction, [key]);
    await noteRemoved(transaction, [key], clock());
    await addToBooks(transaction, "expired", { frames: 0, records });
    return true;
  });
}

/**
 * A record need not name its session: it may belong to one by its trace or its process, which records of other signals
 * name that came at the same time.
 */
async function sessionsOf(transaction: Database, object: ObjectOutline): Promise<AgentSessionId[]> {
  const { organization } = object;
  const together = await selectOutlines(transaction, { organization, overlapping: object });
  return sessionsIn(
    transaction,
    together.map(({ key }) => key),
  );
}
