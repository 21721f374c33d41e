/** Examines the records of a window again, object by object, while everything else goes on. */
import type { Database } from "../../database/open.ts";
import { changeJob, nextJob } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readPosition } from "../../books/progress-table.ts";
import { findNextObjects } from "../../catalogue/table.ts";
import { markDirty } from "../dirty-table.ts";
import { forgetOlderSightings } from "./forget-table.ts";
import { examineObjects, type NormaliserParts, rememberingFailures } from "../examine-objects.ts";
import { noteExamined, recordsOf } from "../keep.ts";
import { saveExaminations } from "../save-examinations.ts";
import { saveOrBlame } from "../save-or-blame.ts";
import {
  countRecords,
  type Range,
  rangeOfObjects,
  rangeOfWindow,
  type RescoreRow,
  RESCORES,
} from "./rescore-table.ts";
import { forgetSetAside } from "../set-aside-table.ts";
import { sessionsOfScopes } from "../table.ts";

/**
 * Does some of the earliest rescore that is not over.
 *
 * Until all of a window is examined, its earlier sightings stay next to the new ones, so that no session is
 * ever without.
 *
 * @param given - Nothing examines records meanwhile.
 * @returns How many records were examined; null when there is nothing to do.
 */
export async function rescoreNext(given: NormaliserParts): Promise<number | null> {
  const parts = rememberingFailures(given);
  const { database } = parts;
  const rescore = await nextJob(database, RESCORES);
  if (rescore === null) return null;
  const { id, first_sequence: first, last_sequence: last } = rescore;
  if (first === null || last === null) return begin(database, rescore);
  const objects = await findNextObjects(database, rescore.position);
  const sequence = objects.at(-1)?.lastSequence;
  // one that was joined with objects after the range meanwhile still begins in it
  if (sequence === undefined || objects.every((object) => object.firstSequence > last))
    return end(database, rescore, { first, last });
  const { examinations, damaged } = await examineObjects(parts, objects, rescore.number);
  const aside = damaged.filter(({ kind }) => kind === "set_aside");
  const records = Object.values(recordsOf(objects)).reduce((sum, count) => sum + count, 0);
  const isSaved = await saveOrBlame(parts, objects, async (transaction) => {
    await noteExamined(transaction, objects, aside);
    await saveExaminations(transaction, examinations, { sequence, pass: rescore.number });
    const done = rescore.done + records;
    await changeJob(transaction, RESCORES, { where: { id }, set: { position: sequence, done } });
  });
  return isSaved ? records : rescoreNext(parts);
}

async function begin(database: Database, { id, from_ms: from, to_ms: to }: RescoreRow): Promise<number> {
  const upTo = (await readPosition(database, "normaliser"))?.sequence ?? 0;
  const range = await wholeObjects(database, await rangeOfWindow(database, { from, to }, upTo), upTo);
  const begun = range === null ? ({ status: "completed" } as const) : await runningOver(database, range);
  await inTransaction(database, "normal", (transaction) =>
    changeJob(transaction, RESCORES, { where: { id }, set: begun }),
  );
  return 0;
}

async function runningOver(database: Database, range: Range): Promise<Partial<RescoreRow>> {
  return {
    status: "running",
    first_sequence: range.first,
    last_sequence: range.last,
    position: range.first - 1,
    total: await countRecords(database, range),
  };
}

/** Objects of other signals and organizations may reach over the range's ends; they are taken in whole. */
async function wholeObjects(database: Database, range: Range | null, upTo: number): Promise<Range | null> {
  if (range === null) return null;
  const wider = await rangeOfObjects(database, range, upTo);
  if (wider === null || (wider.first === range.first && wider.last === range.last)) return range;
  return wholeObjects(database, wider, upTo);
}

async function end(database: Database, rescore: RescoreRow, range: Range): Promise<number> {
  await inTransaction(database, "normal", async (transaction) => {
    const forgotten = await forgetOlderSightings(transaction, range, rescore.number);
    for (const [organization, ownScopes] of Map.groupBy(forgotten, (scope) => scope.organization)) {
      const scopes = ownScopes.map(({ scope }) => scope);
      const sessions = await sessionsOfScopes(transaction, organization, scopes);
      const sequence = range.last;
      await forgetSetAside(transaction, organization, sessions);
      await markDirty(
        transaction,
        sessions.map((session) => ({ organization, session, sequence })),
      );
    }
    const { id, done: total } = rescore;
    await changeJob(transaction, RESCORES, { where: { id }, set: { status: "completed", total } });
  });
  return 0;
}
