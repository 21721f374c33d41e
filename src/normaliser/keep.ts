/** The normaliser's loop: examines each written batch once, in the order of the stream. */
import { type Attempts, DEADLY, UNNOTED } from "../attempts/attempts.ts";
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { readHolders } from "../identity/holders.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { idIn } from "../vocabulary/held-name.ts";
import type { Signal, StoredLine } from "../vocabulary/otlp.ts";
import { fail } from "../vocabulary/result.ts";
import { readFrameLines } from "../catalogue/frame-text.ts";
import { addToBooks, readPosition, savePosition } from "../books/progress-table.ts";
import { findNextObjects, isListed, type PendingObject, sessionsIn } from "../catalogue/table.ts";
import { type DamagedFrame, forgetFramesAside, noteDamage, selectSealed } from "../writer/upkeep/table.ts";
import { markDirty } from "./dirty-table.ts";
import { Examination } from "./examine.ts";
import { findPossibleHelpers, saveMoments } from "./own-conversations/moments-table.ts";
import { findNeighbours, saveSigns } from "./neighbours/neighbours-table.ts";
import { scopeOf } from "./sightings/scope.ts";
import { joinFacts } from "./session-facts.ts";
import { forgetSetAside } from "./set-aside-table.ts";
import { saveChunks, type SightingChunk } from "./sightings/sightings-table.ts";
import { readSessions, readSessionsOf, saveLinks, saveSessions, sessionsOfScopes } from "./table.ts";

/** What the normaliser works with. */
export interface NormaliserParts {
  database: Database;
  objects: ObjectStore;
  streamCreatedAt: string;
  /** Where it is noted what is examined; nowhere when absent. */
  attempts?: Attempts;
}

/** What one batch held. */
export interface ExaminedBatch {
  records: Record<Signal, number>;
  /** Of the records, the ones whose clock cannot be believed: kept and shown, but not scored. */
  oddTimes: number;
}

/**
 * Examines the earliest batch that was not examined yet.
 *
 * Gives: what it held, null when there is none. Rows and position are saved in one transaction, so a
 * batch counts once however often it is begun.
 */
export async function examineNext(parts: NormaliserParts): Promise<ExaminedBatch | null> {
  const { database, attempts = UNNOTED } = parts;
  const position = await readPosition(database, "normaliser");
  const objects = await findNextObjects(database, position?.sequence ?? 0);
  const sequence = objects.at(-1)?.lastSequence;
  if (sequence === undefined) return null;
  const { examinations, damaged } = await examineObjects(parts, objects);
  if (await wasReplaced(database, damaged)) return examineNext(parts);
  const batch = batchThing(objects);
  attempts.begin([batch]);
  const records = recordsOf(objects);
  const oddTimes = [...examinations.values()].reduce((sum, one) => sum + one.oddTimes, 0);
  await inTransaction(database, "normal", async (transaction) => {
    await noteExamined(transaction, objects, damaged);
    await saveExaminations(transaction, examinations, { sequence, pass: 0 });
    const examined = records.logs + records.metrics + records.traces;
    await addToBooks(transaction, "examined", { frames: 0, records: examined });
    if (oddTimes > 0) await addToBooks(transaction, "odd_time", { frames: 0, records: oddTimes });
    await savePosition(transaction, "normaliser", { streamCreatedAt: parts.streamCreatedAt, sequence });
  });
  attempts.done([batch, ...objects.flatMap(frameThings)]);
  return { records, oddTimes };
}

/** Gives: the records of objects, by signal. */
export function recordsOf(objects: readonly PendingObject[]): Record<Signal, number> {
  const records = { logs: 0, metrics: 0, traces: 0 };
  for (const object of objects) records[object.signal] += object.records;
  return records;
}

/** What objects hold, by organization, and what of it cannot be read. */
interface ExaminedObjects {
  examinations: Map<string, Examination>;
  damaged: DamagedFrame[];
}

/** What is worked on while a batch of objects is saved, and while each of its frames is examined. */
function batchThing(objects: readonly PendingObject[]): string {
  return `batch ${objects.at(-1)?.lastSequence}`;
}

function frameThing(objectKey: string, { offset }: { offset: number }): string {
  return `${objectKey} ${offset}`;
}

function frameThings({ key, frames }: PendingObject): string[] {
  return frames.map((frame) => frameThing(key, frame));
}

/** Examines objects; nothing is saved. What the program died of twice is left out, as damaged. */
export async function examineObjects(
  { database, objects: store, attempts = UNNOTED }: NormaliserParts,
  objects: readonly PendingObject[],
): Promise<ExaminedObjects> {
  const examinations = new Map<string, Examination>();
  const damaged: DamagedFrame[] = [];
  const isBatchDeadly = attempts.isDeadly(batchThing(objects));
  for (const object of objects) {
    const { organization } = object;
    const examination = examinations.get(organization) ?? (await begin(database, organization, objects));
    examinations.set(organization, examination);
    for (const frame of object.frames) {
      const thing = frameThing(object.key, frame);
      attempts.begin([thing]);
      const isDeadly = isBatchDeadly || attempts.isDeadly(thing);
      const lines = isDeadly ? DEADLY_FRAME : await readFrameLines(store, { key: object.key, ...frame });
      if (lines.ok) addLines(examination, lines.value);
      else damaged.push({ objectKey: object.key, offset: frame.offset, ...lines.problem });
    }
  }
  attempts.rest();
  return { examinations, damaged };
}

function addLines(examination: Examination, texts: readonly string[]): void {
  for (const text of texts) examination.add(JSON.parse(text) as StoredLine);
}

const DEADLY_FRAME = fail({ kind: "set_aside", reason: DEADLY } as const);

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

async function begin(
  database: Database,
  organization: string,
  objects: readonly PendingObject[],
): Promise<Examination> {
  const keys = objects.filter((object) => object.organization === organization).map((object) => object.key);
  const sessions = await sessionsIn(database, keys);
  const known = await readSessionsOf(database, organization, sessions);
  return new Examination(organization, await readHolders(database), known);
}

/** Which batch was examined, and in which pass: 0 for the first time, else the number of a rescore. */
export interface Pass {
  sequence: number;
  pass: number;
}

/** Keeps what a batch's objects hold, and marks the sessions that it changes. */
export async function saveExaminations(
  transaction: Database,
  examinations: ReadonlyMap<string, Examination>,
  pass: Pass,
): Promise<void> {
  for (const [organization, examination] of examinations) {
    await save(transaction, { organization, examination, ...pass });
  }
}

interface Examined extends Pass {
  organization: string;
  examination: Examination;
}

async function save(database: Database, examined: Examined): Promise<void> {
  const { organization, sequence, pass, examination } = examined;
  const { instances } = examination;
  const sealed = new Set(pass === 0 ? [] : await selectSealedScopes(database, organization, examination));
  const seen = [...examination.sightings].filter(([scope]) => !sealed.has(scope));
  const chunks = seen.map(([scope, sightings]): SightingChunk => {
    return { organization, scope, sequence, instance: instances.get(scope) ?? null, pass, sightings };
  });
  const links = [...examination.links.values()];
  await saveChunks(database, chunks);
  const newLinks = await saveLinks(database, links);
  await saveFacts(database, organization, examination);
  const touched = [
    ...examination.sightings.keys(),
    ...instances.values(),
    ...links.map((link) => scopeOf.session(link.session)),
    // whoever had a trace or an instance alone may have to share it now
    ...newLinks.map((link) => link.scope),
  ];
  const moments = [...examination.moments.values()];
  await saveMoments(database, moments);
  const signs = [...examination.signs.values()];
  await saveSigns(database, signs);
  const changed = new Set([
    ...(await sessionsOfScopes(database, organization, touched)),
    ...(await findPossibleHelpers(database, moments)),
    ...(await findNeighbours(database, signs)),
  ]);
  // a rescore tries again what was set aside
  if (pass > 0) await forgetSetAside(database, organization, [...changed]);
  await markDirty(
    database,
    [...changed].map((session) => ({ organization, session, sequence })),
  );
}

/** Which sessions a batch tells of is known for sure only after it was read: what was known of them is joined here. */
async function saveFacts(database: Database, organization: string, { sessions }: Examination): Promise<void> {
  for (const known of await readSessions(database, organization, [...sessions.keys()])) {
    const facts = sessions.get(known.session);
    if (facts !== undefined) joinFacts(facts, known);
  }
  await saveSessions(database, [...sessions.values()]);
}

/** What a sealed session's sightings once were cannot be examined again as a whole, so they stay as they are. */
async function selectSealedScopes(
  database: Database,
  organization: string,
  { sessions }: Examination,
): Promise<string[]> {
  const sealed = new Set(await selectSealed(database, organization, [...sessions.keys()].map(idIn)));
  return [...sessions.keys()].filter((name) => sealed.has(idIn(name))).map(scopeOf.session);
}
