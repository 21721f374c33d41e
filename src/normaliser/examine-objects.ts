/** Examines written objects frame by frame; what cannot be examined is left out, and the rest goes on. */
import { type Attempts, TRYING_VERSION, UnnotedAttempts } from "../attempts/attempts.ts";
import { isFaultOfTheWork } from "../database/engine.ts";
import { type Damage, type FrameSpan, readFrameBytes, unpackLines } from "../catalogue/frame-text.ts";
import { type ObjectReader, readInOrder } from "../catalogue/read-in-order.ts";
import { type PendingObject, sessionsIn } from "../catalogue/table.ts";
import type { Database } from "../database/open.ts";
import { readHolders } from "../identity/holders.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { describeError } from "../vocabulary/log.ts";
import type { Result } from "../vocabulary/result.ts";
import type { StoredLine } from "../vocabulary/otlp.ts";
import type { DamagedFrame } from "../writer/upkeep/table.ts";
import { Examination } from "./examine.ts";
import { readParts } from "./parts/parts-table.ts";
import { PART_SIZE, SessionParts } from "./parts/session-parts.ts";
import { readSessionsOf } from "./table.ts";

/** What the normaliser works with. */
export interface NormaliserParts {
  database: Database;
  objects: ObjectStore;
  streamCreatedAt: string;
  /** The attributes that are labels of sessions; the usual ones when absent. */
  labels?: readonly string[];
  /** What failed or died before, and where it is noted; nothing when absent. */
  attempts?: Attempts;
  /** How much a part of a session takes; `PART_SIZE` when absent. */
  partSize?: number;
}

/** The same, so that what fails on the way is remembered until it is saved. */
export type RememberingParts = NormaliserParts & { attempts: Attempts };

export function rememberingFailures(parts: NormaliserParts): RememberingParts {
  return { ...parts, attempts: parts.attempts ?? new UnnotedAttempts() };
}

/** What objects hold, by organization, and what of it cannot be read. */
export interface ExaminedObjects {
  examinations: Map<string, Examination>;
  damaged: DamagedFrame[];
}

/** What is worked on while a batch of objects is saved. */
export function batchThing(objects: readonly PendingObject[]): string {
  return `batch ${objects.at(-1)?.lastSequence}`;
}

/** What is worked on while a frame is examined. */
export function frameThing(objectKey: string, { offset }: { offset: number }): string {
  return `${objectKey} ${offset}`;
}

export function frameThings({ key, frames }: PendingObject): string[] {
  return frames.map((frame) => frameThing(key, frame));
}

/** Examines objects, in a pass as `Pass` says; nothing is saved. What the program died of twice, or what fails, is left out as damaged. */
export async function examineObjects(
  parts: RememberingParts,
  objects: readonly PendingObject[],
  pass: number,
): Promise<ExaminedObjects> {
  // a frame that fails in its midst has left something behind, so all begin again without it
  for (;;) {
    const examined = await tryToExamine(parts, objects, { pass });
    const knownParts = examined === null ? null : partsBegunAmidst(examined, objects);
    if (examined !== null && knownParts === null) return examined;
    const again = knownParts === null ? null : await tryToExamine(parts, objects, { pass, knownParts });
    if (again !== null) return again;
  }
}

type KnownParts = ReadonlyMap<string, SessionParts>;

/**
 * Returns null unless a part began while the organization's other objects may hold records on either side of
 * its place.
 */
function partsBegunAmidst(
  { examinations }: ExaminedObjects,
  objects: readonly PendingObject[],
): KnownParts | null {
  const begun = [...examinations].filter(
    ([organization, { parts }]) =>
      parts.begun.length > 0 && objects.filter((object) => object.organization === organization).length > 1,
  );
  if (begun.length === 0) return null;
  return new Map([...examinations].map(([organization, { parts }]) => [organization, parts.again()]));
}

/** Returns null when a frame failed; the next try leaves it out. */
async function tryToExamine(
  { database, objects: store, attempts, labels, partSize = PART_SIZE }: RememberingParts,
  objects: readonly PendingObject[],
  { pass, knownParts }: { pass: number; knownParts?: KnownParts },
): Promise<ExaminedObjects | null> {
  const size = pass === 0 ? partSize : Infinity;
  const examinations = new Map<string, Examination>();
  const damaged: DamagedFrame[] = [];
  const whyAll = attempts.reasonSetAside(batchThing(objects));
  for (const object of objects) {
    const { organization } = object;
    const examination =
      examinations.get(organization) ??
      (await begin(database, { organization, objects, size, knownParts, labels }));
    examinations.set(organization, examination);
    const reader = readInOrder(store, object);
    for (const frame of object.frames) {
      const [thing, place] = [frameThing(object.key, frame), { objectKey: object.key, offset: frame.offset }];
      const reason = whyAll ?? attempts.reasonSetAside(thing);
      if (reason !== null) {
        damaged.push({ ...place, kind: "set_aside", reason, version: TRYING_VERSION });
        continue;
      }
      const lines = await readLines(reader, { key: object.key, ...frame }, { attempts, thing });
      if (!lines.ok) damaged.push({ ...place, ...lines.problem });
      else if (!addLines(examination, lines.value, { database, attempts, thing })) return null;
    }
  }
  attempts.rest();
  return { examinations, damaged };
}

/** A program that ends while it waits for the store has not died of the frame. */
async function readLines(
  reader: ObjectReader,
  frame: FrameSpan,
  { attempts, thing }: { attempts: Attempts; thing: string },
): Promise<Result<string[], Damage>> {
  attempts.rest();
  const bytes = await readFrameBytes(reader, frame);
  attempts.begin([thing]);
  return bytes.ok ? unpackLines(bytes.value) : bytes;
}

/** Returns false when a line fails. */
function addLines(
  examination: Examination,
  texts: readonly string[],
  { database, attempts, thing }: { database: Database; attempts: Attempts; thing: string },
): boolean {
  try {
    for (const text of texts) examination.add(JSON.parse(text) as StoredLine);
    return true;
  } catch (error) {
    if (!isFaultOfTheWork(database, error)) throw error;
    attempts.broke([thing], describeError(error));
    return false;
  }
}

interface Beginning {
  organization: string;
  objects: readonly PendingObject[];
  size: number;
  knownParts: KnownParts | undefined;
  labels: readonly string[] | undefined;
}

async function begin(
  database: Database,
  { organization, objects, size, knownParts, labels }: Beginning,
): Promise<Examination> {
  const keys = objects.filter((object) => object.organization === organization).map((object) => object.key);
  const sessions = await sessionsIn(database, keys);
  const known = await readSessionsOf(database, organization, sessions);
  const examination = new Examination(organization, await readHolders(database), known);
  if (labels !== undefined) examination.labels = labels;
  examination.parts =
    knownParts?.get(organization) ??
    new SessionParts(await readParts(database, organization, sessions), size);
  return examination;
}
