/** Examines the records of a window again, object by object, while everything else goes on. */
import { tenureOf } from "../../database/leases/turn-table.ts";
import type { Database } from "../../database/open.ts";
import { changeJob, nextJob } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readExamined } from "../../books/examined-table.ts";
import { findNextObjects } from "../../catalogue/table.ts";
import { markDirty } from "../dirty-table.ts";
import { forgetOlderSightings } from "./forget-table.ts";
import { examineObjects, type NormaliserParts, rememberingFailures } from "../examine-objects.ts";
import { noteExamined, recordsOf } from "../keep.ts";
import { saveExaminations } from "../save-examinations.ts";
import { saveOrBlame } from "../save-or-blame.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import {
  addRescore,
  advanceWhole,
  countOpenParts,
  countRecords,
  nextWhole,
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
  if (tenureOf(database) !== null) await splitNext(database);
  const rescore = await nextJob(database, RESCORES);
  if (rescore === null) return null;
  const { id, organization, first_sequence: first, last_sequence: last } = rescore;
  if (first === null || last === null) return begin(database, rescore);
  const objects = await findNextObjects(
    database,
    rescore.position,
    organization === null ? undefined : [organization],
  );
  const sequence = objects.at(-1)?.lastSequence;
  // one that was joined with objects after the range meanwhile still begins in it
  if (sequence === undefined || objects.every((object) => object.firstSequence > last))
    return end(database, rescore, { first, last, organization });
  const { examinations, damaged } = await examineObjects(parts, objects, rescore.number);
  const aside = damaged.filter(({ kind }) => kind === "set_aside");
  const records = Object.values(recordsOf(objects)).reduce((sum, count) => sum + count, 0);
  const isSaved = await saveOrBlame(parts, objects, async (transaction) => {
    await noteExamined(transaction, objects, aside);
    await saveExaminations(transaction, examinations, { sequence, pass: rescore.number });
    const done = rescore.done + records;
    await changeJob(transaction, RESCORES, { where: { id }, set: { position: sequence, done } });
    if (rescore.part_of !== null)
      await advanceWhole(transaction, rescore.part_of, { done: records, total: 0 });
  });
  return isSaved ? records : rescoreNext(parts);
}

/** Where each organization is examined by another engine, each has a part of the rescore. */
async function splitNext(database: Database): Promise<void> {
  const whole = await nextWhole(database);
  if (whole === null) return;
  const { id, from_ms: from, to_ms: to } = whole;
  await inTransaction(database, "normal", async (transaction) => {
    const begun = { first_sequence: 0, last_sequence: 0, status: "running" } as const;
    if (!(await changeJob(transaction, RESCORES, { where: { id, status: "pending" }, set: begun }))) return;
    for (const { id: organization } of await selectOrganizations(transaction))
      await addRescore(transaction, { from, to }, { organization, partOf: id });
    await endWhole(transaction, id);
  });
}

async function begin(database: Database, rescore: RescoreRow): Promise<number> {
  const { id, from_ms: from, to_ms: to, organization, part_of: whole } = rescore;
  const examined = await readExamined(database);
  const upTo = organization === null ? examined.most : examined.of(organization);
  const found = await rangeOfWindow(database, { from, to, organization }, upTo);
  const range = await wholeObjects(database, found === null ? null : { ...found, organization }, upTo);
  const begun = range === null ? ({ status: "completed" } as const) : await runningOver(database, range);
  await inTransaction(database, "normal", async (transaction) => {
    await changeJob(transaction, RESCORES, { where: { id }, set: begun });
    if (whole === null) return;
    await advanceWhole(transaction, whole, { done: 0, total: "total" in begun ? begun.total : 0 });
    if (range === null) await endWhole(transaction, whole);
  });
  return 0;
}

/** The last part ends the whole, whose row keeps two of them apart. */
async function endWhole(transaction: Database, id: string): Promise<void> {
  if ((await countOpenParts(transaction, id)) > 0) return;
  await changeJob(transaction, RESCORES, { where: { id }, set: { status: "completed" } });
}

async function runningOver(database: Database, range: Range) {
  return {
    status: "running" as const,
    first_sequence: range.first,
    last_sequence: range.last,
    position: range.first - 1,
    total: await countRecords(database, range),
  };
}

/** Objects of other signals and organizations may reach over the range's ends; they are taken in whole. */
async function wholeObjects(database: Database, range: Range | null, upTo: number): Promise<Range | null> {
  if (range === null) return null;
  const { organization = null } = range;
  const found = await rangeOfObjects(database, range, upTo);
  const wider = found === null ? null : { ...found, organization };
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
    const { id, done: total, part_of: whole } = rescore;
    await changeJob(transaction, RESCORES, { where: { id }, set: { status: "completed", total } });
    if (whole === null) return;
    await advanceWhole(transaction, whole, { done: 0, total: total - rescore.total });
    await endWhole(transaction, whole);
  });
  return 0;
}
