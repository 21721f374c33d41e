/** The normaliser's work: examines each written batch once, in the order of the stream. */
import { findUnexamined, saveExamined } from "../books/examined-table.ts";
import { addToBooks } from "../books/progress-table.ts";
import { isListed, type PendingObject } from "../catalogue/table.ts";
import type { Database } from "../database/open.ts";
import { noRecords, type StoredSignal } from "../vocabulary/otlp.ts";
import type { Agent } from "./dialects/agents.ts";
import { type DamagedFrame, forgetFramesAside, noteDamage } from "../writer/upkeep/table.ts";
import { examineObjects, type NormaliserParts, rememberingFailures } from "./examine-objects.ts";
import { saveExaminations } from "./save-examinations.ts";
import { saveOrBlame } from "./save-or-blame.ts";

/** What one batch held. */
export interface ExaminedBatch {
  records: Record<StoredSignal, number>;
  /** Of the records, the ones whose clock cannot be believed: kept and shown, but not scored. */
  oddTimes: number;
  /** Those that the records name. */
  agents: ReadonlySet<Agent>;
}

/**
 * Examines the earliest batch that was not examined yet.
 *
 * @returns What it held, null when there is none. Rows and position are saved in one transaction, so a batch
 *   counts once however often it is begun.
 */
export async function examineNext(given: NormaliserParts): Promise<ExaminedBatch | null> {
  const parts = rememberingFailures(given);
  const { database } = parts;
  const objects = await findUnexamined(database);
  const sequence = objects.at(-1)?.lastSequence;
  if (sequence === undefined) return null;
  const { examinations, damaged } = await examineObjects(parts, objects, 0);
  if (await wasReplaced(database, damaged)) return examineNext(parts);
  const records = recordsOf(objects);
  const oddTimes = [...examinations.values()].reduce((sum, examination) => sum + examination.oddTimes, 0);
  const sessions = [...examinations.values()].flatMap((examination) => [...examination.sessions.values()]);
  const agents = new Set(sessions.map(({ agent }) => agent));
  const isSaved = await saveOrBlame(parts, objects, async (transaction) => {
    await noteExamined(transaction, objects, damaged);
    await saveExaminations(transaction, examinations, { sequence, pass: 0 });
    const examined = Object.values(records).reduce((sum, count) => sum + count, 0);
    await addToBooks(transaction, "examined", { frames: 0, records: examined });
    if (oddTimes > 0) await addToBooks(transaction, "odd_time", { frames: 0, records: oddTimes });
    const position = { streamCreatedAt: parts.streamCreatedAt, sequence };
    await saveExamined(transaction, [...new Set(objects.map(({ organization }) => organization))], position);
  });
  return isSaved ? { records, oddTimes, agents } : examineNext(parts);
}

/** Returns the records of objects, by signal. */
export function recordsOf(objects: readonly PendingObject[]): Record<StoredSignal, number> {
  const records = noRecords();
  for (const object of objects) records[object.signal] += object.records;
  return records;
}

/** Notes what could not be examined; what was set aside before has now been tried again. */
export async function noteExamined(
  transaction: Database,
  objects: readonly PendingObject[],
  damaged: readonly DamagedFrame[],
): Promise<void> {
  await forgetFramesAside(
    transaction,
    objects.map(({ key }) => key),
  );
  await noteDamage(transaction, damaged);
}

/** A purge from another process may have put other objects in the place of those that were read. */
async function wasReplaced(database: Database, damaged: readonly DamagedFrame[]): Promise<boolean> {
  for (const { objectKey, kind } of damaged)
    if (kind === "missing" && !(await isListed(database, objectKey))) return true;
  return false;
}
