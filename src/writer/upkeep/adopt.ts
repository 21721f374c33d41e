/** Takes objects that the catalogue does not list into it: their frames are read, and only lines that are new count. */
import { engineOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { restoreOrganization } from "../../identity/organizations/organization.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { linesIn, readFrameLines, unpackText } from "../../catalogue/frame-text.ts";
import { readInOrder } from "../../catalogue/read-in-order.ts";
import { buildObject, describeFrame } from "../object-builder.ts";
import { type ObjectName, readKey } from "../../catalogue/object-key.ts";
import { holdExamining, readExamined } from "../../books/examined-table.ts";
import { addToBooks, readPosition, savePosition } from "../../books/progress-table.ts";
import { type CataloguedFrame, type CataloguedObject, isListed } from "../../catalogue/table.ts";
import type { UpkeepParts } from "./join.ts";
import { freeKey, type ObjectOutline, readObject, replaceObjects, selectOutlines } from "./object-table.ts";
import { describeLine, placeOf, type ReadLine } from "./read-back.ts";
import { removeUnlisted } from "./sweep.ts";
import { type DamagedFrame, endPlan, noteDamage, noteRemoved, planObject } from "./table.ts";
import { findZstdFrames, type FrameBounds } from "./zstd-frames.ts";

/** The stream of a position that was read from objects: which one it belongs to is not known. */
export const UNKNOWN_STREAM = "";

/** A file of the object store. */
export interface StoredFile {
  key: string;
  bytes: Bytes;
}

/** What adopting brought. */
export interface Adoption {
  objects: number;
  records: number;
  /** Files whose lines are all in listed objects; they are gone. */
  redundant: string[];
  /** Files in which nothing can be read; they stay where they are, unlisted. */
  unreadable: string[];
  /** Ids of organizations that were made again. */
  organizations: string[];
}

/** An object that was taken in. */
export interface TakenIn {
  object: CataloguedObject;
  /** Whether some of it is before what the normaliser has come to, so that it does not come to it any more. */
  isBehind: boolean;
}

/** What adopting works with. */
export interface AdoptionParts extends UpkeepParts {
  /** Does what follows from an object that was taken in, in the transaction that lists it. */
  follow(transaction: Database, taken: TakenIn): Promise<void>;
}

/** What is to be adopted. */
export interface Strays {
  /** Files that the catalogue does not list. */
  unlisted: readonly StoredFile[];
  /** Keys of listed objects whose file is gone. */
  missing: ReadonlySet<string>;
}

/**
 * Adopts files.
 *
 * @remarks Nothing else may write objects meanwhile. A listed object whose file is gone is replaced by one that covers
 *   its sequences. Each file has its own transaction, so adopting can be interrupted and begun again.
 */
export async function adoptObjects(parts: AdoptionParts, strays: Strays): Promise<Adoption> {
  const adoption: Adoption = { objects: 0, records: 0, redundant: [], unreadable: [], organizations: [] };
  const written = (await readPosition(parts.database, "writer"))?.sequence ?? 0;
  const run: Run = { ...parts, missing: strays.missing, adoption, written, counted: new Set() };
  for (const file of widestFirst(strays.unlisted)) await adoptFile(run, file);
  return adoption;
}

interface Run extends AdoptionParts {
  missing: ReadonlySet<string>;
  adoption: Adoption;
  /** What the database had come to: earlier requests are counted already. */
  written: number;
  /** Requests counted in this run, as sequence and frame. */
  counted: Set<string>;
}

/** A joined object before those it was made of, so that these are found to be redundant and not the other way round. */
function widestFirst(files: readonly StoredFile[]): StoredFile[] {
  const widthOf = ({ key }: StoredFile) => {
    const name = readKey(key);
    return name === null ? 0 : name.lastSequence - name.firstSequence;
  };
  return files.toSorted((left, right) => widthOf(right) - widthOf(left) || left.key.localeCompare(right.key));
}

async function adoptFile(run: Run, file: StoredFile): Promise<void> {
  const name = readKey(file.key);
  const frames = name === null ? [] : await readFrames(run, file, name);
  if (name === null || frames.length === 0) return void run.adoption.unreadable.push(file.key);
  const known = await knownPlaces(run, name);
  const lines = frames.flatMap((frame) => frame.lines);
  const fresh = lines.filter((line) => !known.has(line.place));
  if (fresh.length === 0) return removeRedundant(run, file.key);
  const arrivedAt = fresh.reduce((least, line) => Math.min(least, line.arrivedAt), Number.POSITIVE_INFINITY);
  const whole = fresh.length === lines.length;
  const object = whole
    ? listedAs({ ...name, arrivedAt }, file, frames)
    : await rebuilt(run, { ...name, arrivedAt }, fresh);
  const lost = firstGap(frames, file);
  await list(run, { object, fresh, lost, replacedFile: whole ? null : file.key });
}

/** Returns where bytes begin that are no readable frame; null when there are none. */
function firstGap(frames: readonly ReadFrame[], file: StoredFile): Bytes | null {
  let end = 0;
  for (const { offset, length } of frames) {
    if (offset !== end) break;
    end = offset + length;
  }
  return end === file.bytes ? null : end;
}

interface ReadFrame extends FrameBounds {
  lines: ReadLine[];
}

async function readFrames(run: Run, file: StoredFile, name: ObjectName): Promise<ReadFrame[]> {
  const bytes = Buffer.from((await run.objects.read(file.key, 0, file.bytes)).buffer);
  const frames: ReadFrame[] = [];
  for (const { offset, length } of findZstdFrames(bytes)) {
    const text = await unpackText(Uint8Array.from(bytes.subarray(offset, offset + length)));
    const lines = text.ok ? describeLines(text.value) : null;
    const belongs = lines?.every((line) => line.signal === name.signal && line.place !== "") ?? false;
    if (lines !== null && belongs) frames.push({ offset, length, lines });
  }
  return frames;
}

/** Returns null for a text that this program did not write. */
function describeLines(text: Buffer): ReadLine[] | null {
  try {
    return linesIn(text).map(describeLine);
  } catch {
    return null;
  }
}

async function knownPlaces(run: Run, name: ObjectName): Promise<Set<string>> {
  const { organization, signal } = name;
  const near = await selectOutlines(run.database, { organization, signal, overlapping: name });
  const places = new Set<string>();
  for (const { key } of near) {
    const frames = (await readObject(run.database, key))?.frames ?? [];
    const reader = readInOrder(run.objects, { key, frames });
    for (const frame of frames) {
      const read = await readFrameLines(reader, { key, ...frame });
      const lines = read.ok ? read.value : [];
      for (const line of lines) places.add(placeOf(line));
    }
  }
  return places;
}

async function removeRedundant(run: Run, key: string): Promise<void> {
  // another engine may have taken it in meanwhile
  if (await isListed(run.database, key)) return;
  await removeUnlisted(run, [key]);
  run.adoption.redundant.push(key);
}

function listedAs(name: ObjectName, file: StoredFile, read: readonly ReadFrame[]): CataloguedObject {
  const frames: CataloguedFrame[] = read.map(({ offset, length, lines }, number) =>
    describeFrame(lines, { number, offset, length }),
  );
  return { ...name, ...file, records: totalRecords(frames), frames };
}

async function rebuilt(run: Run, name: ObjectName, fresh: readonly ReadLine[]): Promise<CataloguedObject> {
  const built = await buildObject(fresh);
  const key = await freeKey(run, name, 1);
  await inTransaction(run.database, "full", (transaction) => planObject(transaction, key));
  await run.objects.put(key, built.bytes);
  return { ...name, ...built, key, bytes: built.bytes.byteLength };
}

interface Listing {
  object: CataloguedObject;
  fresh: readonly ReadLine[];
  /** Where the file has bytes that cannot be read. */
  lost: Bytes | null;
  /** The file that the object was made from, when it is another. */
  replacedFile: string | null;
}

async function list(run: Run, { object, fresh, lost, replacedFile }: Listing): Promise<void> {
  const { adoption, clock, database } = run;
  const made = await inTransaction(database, "full", async (transaction) => {
    await holdExamining(transaction);
    const examined = (await readExamined(transaction)).of(object.organization);
    const gone = await coveredBy(transaction, object, run.missing);
    // rows of its frames may have outlived its own in a database that was damaged
    const removed = [...gone.map(({ key }) => key), object.key];
    await replaceObjects(transaction, { removed, added: [object] });
    await endPlan(transaction, object.key);
    if (replacedFile !== null) await noteRemoved(transaction, [replacedFile], 0);
    if (lost !== null) await noteDamage(transaction, [unreadableFrom(object.key, lost)]);
    const amount = { frames: countRequests(run, fresh), records: object.records - totalRecords(gone) };
    await addToBooks(transaction, "published", amount);
    await addToBooks(transaction, "persisted", amount);
    // nobody comes to it any more
    if (object.lastSequence <= examined)
      await addToBooks(transaction, "examined", { frames: 0, records: amount.records });
    await advanceWriter(transaction, object.lastSequence);
    await savePosition(transaction, "adoption", {
      streamCreatedAt: UNKNOWN_STREAM,
      sequence: object.lastSequence,
    });
    // other engines examine meanwhile: what they come to they examine whole
    const isBehind =
      (engineOf(transaction).isShared ? object.lastSequence : object.firstSequence) <= examined;
    await run.follow(transaction, { object, isBehind });
    return restoreOrganization(transaction, object.organization, clock());
  });
  if (made) adoption.organizations.push(object.organization);
  adoption.objects += 1;
  adoption.records += object.records;
}

function unreadableFrom(objectKey: string, offset: Bytes): DamagedFrame {
  return { objectKey, offset, kind: "corrupt", reason: "found when the object was adopted" };
}

/** Listed objects whose file is gone because it was joined into this one, after the database was copied. */
async function coveredBy(
  transaction: Database,
  object: CataloguedObject,
  missing: ReadonlySet<string>,
): Promise<ObjectOutline[]> {
  const { organization, signal, firstSequence, lastSequence } = object;
  const near = await selectOutlines(transaction, { organization, signal, overlapping: object });
  return near.filter(
    (object) =>
      missing.has(object.key) && object.firstSequence >= firstSequence && object.lastSequence <= lastSequence,
  );
}

function countRequests({ counted, written }: Run, lines: readonly ReadLine[]): number {
  const before = counted.size;
  for (const { place } of lines) {
    const [sequence = "0", frame = "0"] = place.split(":");
    if (Number(sequence) > written) counted.add(`${sequence}:${frame}`);
  }
  return counted.size - before;
}

async function advanceWriter(transaction: Database, sequence: number): Promise<void> {
  const position = await readPosition(transaction, "writer");
  if (position !== null && position.sequence >= sequence) return;
  const streamCreatedAt = position?.streamCreatedAt ?? UNKNOWN_STREAM;
  await savePosition(transaction, "writer", { streamCreatedAt, sequence });
}

function totalRecords(counted: readonly { records: number }[]): number {
  return counted.reduce((sum, amount) => sum + amount.records, 0);
}
