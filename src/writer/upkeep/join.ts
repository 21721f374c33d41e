/** Joins objects into one: frames are set one behind the other, small ones are compressed again together. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import {
  type Damage,
  FRAME_TEXT_BYTES,
  type FrameSpan,
  packText,
  readFrameBytes,
  unpackText,
} from "../../catalogue/frame-text.ts";
import { readExamined } from "../../books/examined-table.ts";
import { type ObjectReader, readInOrder } from "../../catalogue/read-in-order.ts";
import { areListed, type CataloguedFrame, type CataloguedObject } from "../../catalogue/table.ts";
import type { GivenKeys } from "./given-keys.ts";
import { freeKey, type ObjectOutline, readObject, replaceObjects } from "./object-table.ts";
import { type DamagedFrame, endPlan, forgetDamage, noteDamage, noteRemoved, planObject } from "./table.ts";

/** What upkeep works with. */
export interface UpkeepParts {
  database: Database;
  objects: ObjectStore;
  givenKeys: GivenKeys;
  clock: Clock;
}

/** A frame with less text is put together with its neighbours. */
const SMALL_TEXT: Bytes = 256 * 1024;
/** A longer frame is not unpacked to look: its text would have to be less than four times as long. */
const SMALL_FRAME: Bytes = 64 * 1024;

/**
 * Replaces several objects by one.
 *
 * @returns The new object; null, and nothing changed, when one of the old ones cannot be read, is no longer
 *   listed, or waits for the normaliser again.
 * @param run - Objects of one organization and signal, in the order of the stream, all of them examined.
 * @remarks The new file is on disk before the catalogue changes, in one transaction; the old files are deleted later
 *   (`sweepRemoved`).
 */
export async function joinObjects(
  parts: UpkeepParts,
  run: readonly ObjectOutline[],
): Promise<CataloguedObject | null> {
  const { database, objects: store } = parts;
  const sources = await readSources(database, run);
  if (sources === null) return null;
  const pieces = await gatherPieces(store, sources);
  if (!pieces.ok) {
    await inTransaction(database, "normal", (transaction) => noteDamage(transaction, [pieces.problem]));
    return null;
  }
  const name = nameOf(run);
  const key = await freeKey(parts, name);
  const object: CataloguedObject = { ...name, key, ...layOut(pieces.value), records: totalRecords(run) };
  await inTransaction(database, "full", (transaction) => planObject(transaction, key));
  await store.put(key, Buffer.concat(pieces.value.map((piece) => piece.bytes)));
  return (await swap(parts, object, sources)) ? object : null;
}

async function readSources(
  database: Database,
  run: readonly ObjectOutline[],
): Promise<CataloguedObject[] | null> {
  const sources: CataloguedObject[] = [];
  for (const { key } of run) {
    const source = await readObject(database, key);
    if (source === null) return null;
    sources.push(source);
  }
  return sources;
}

/** The hour of a joined object is that of its first record. */
function nameOf(run: readonly ObjectOutline[]) {
  const [first] = run;
  if (first === undefined) throw new Error("BUG: nothing to join");
  return {
    organization: first.organization,
    signal: first.signal,
    arrivedAt: Math.min(...run.map((object) => object.arrivedAt)),
    firstSequence: Math.min(...run.map((object) => object.firstSequence)),
    lastSequence: Math.max(...run.map((object) => object.lastSequence)),
  };
}

/** A frame's bytes and what the catalogue says of it. */
interface Piece {
  frame: CataloguedFrame;
  bytes: Uint8Array;
}

/**
 * @throws With a frame that cannot be read; its object then stays as it is, so that what is left can be
 *   looked into.
 */
async function gatherPieces(
  store: ObjectStore,
  sources: readonly CataloguedObject[],
): Promise<Result<Piece[], DamagedFrame>> {
  const gathering = new Gathering();
  for (const { reader, key, frame } of sources.flatMap((source) => piecesOf(store, source))) {
    const read = await readPiece(reader, { key, ...frame });
    if (!read.ok) return fail({ objectKey: key, offset: frame.offset, ...read.problem });
    const { bytes, smallText } = read.value;
    if (smallText === null) await gathering.addWhole({ frame, bytes });
    else await gathering.addSmall(frame, smallText);
  }
  return succeed(await gathering.finish());
}

function piecesOf(store: ObjectStore, source: CataloguedObject) {
  const reader = readInOrder(store, source);
  return source.frames.map((frame) => ({ reader, key: source.key, frame }));
}

interface ReadPiece {
  bytes: Uint8Array;
  /** null for a frame that is large enough to stay as it is. */
  smallText: Buffer | null;
}

async function readPiece(reader: ObjectReader, span: FrameSpan): Promise<Result<ReadPiece, Damage>> {
  const bytes = await readFrameBytes(reader, span);
  if (!bytes.ok) return bytes;
  if (span.length > SMALL_FRAME) return succeed({ bytes: bytes.value, smallText: null });
  const text = await unpackText(bytes.value);
  if (!text.ok) return text;
  return succeed({ bytes: bytes.value, smallText: text.value.length < SMALL_TEXT ? text.value : null });
}

/** The pieces of a joined object; neighbouring small frames become one. */
class Gathering {
  private readonly pieces: Piece[] = [];
  private frames: CataloguedFrame[] = [];
  private texts: Buffer[] = [];
  private bytes: Bytes = 0;

  async addWhole(piece: Piece): Promise<void> {
    await this.packSmall();
    this.pieces.push(piece);
  }

  async addSmall(frame: CataloguedFrame, text: Buffer): Promise<void> {
    if (this.bytes + text.length > FRAME_TEXT_BYTES) await this.packSmall();
    this.frames.push(frame);
    this.texts.push(text);
    this.bytes += text.length;
  }

  async finish(): Promise<Piece[]> {
    await this.packSmall();
    return this.pieces;
  }

  private async packSmall(): Promise<void> {
    if (this.frames.length === 0) return;
    const bytes = await packText(Buffer.concat(this.texts));
    this.pieces.push({ frame: uniteFrames(this.frames), bytes });
    this.frames = [];
    this.texts = [];
    this.bytes = 0;
  }
}

function uniteFrames(frames: readonly CataloguedFrame[]): CataloguedFrame {
  return {
    number: 0,
    offset: 0,
    length: 0,
    records: totalRecords(frames),
    leastMs: Math.min(...frames.map((frame) => frame.leastMs)),
    greatestMs: Math.max(...frames.map((frame) => frame.greatestMs)),
    sessions: [...new Set(frames.flatMap((frame) => frame.sessions))],
    events: [...new Set(frames.flatMap((frame) => frame.events))],
  };
}

function layOut(pieces: readonly Piece[]): Pick<CataloguedObject, "bytes" | "frames"> {
  let offset = 0;
  const frames = pieces.map(({ frame, bytes }, number) => {
    const placed = { ...frame, number, offset, length: bytes.length };
    offset += bytes.length;
    return placed;
  });
  return { bytes: offset, frames };
}

function totalRecords(counted: readonly { records: number }[]): number {
  return counted.reduce((sum, amount) => sum + amount.records, 0);
}

/** Returns false when meanwhile an old object was purged, or a rebuild began that wants to see it. */
async function swap(
  { database, clock }: UpkeepParts,
  object: CataloguedObject,
  sources: readonly CataloguedObject[],
): Promise<boolean> {
  const keys = sources.map((source) => source.key);
  return inTransaction(database, "full", async (transaction) => {
    const examined = (await readExamined(transaction)).of(object.organization);
    const isThere = await endPlan(transaction, object.key);
    if (!isThere || !(await areListed(transaction, keys)) || object.lastSequence > examined) {
      await noteRemoved(transaction, [object.key], 0);
      return false;
    }
    await replaceObjects(transaction, { removed: keys, added: [object] });
    await forgetDamage(transaction, keys);
    await noteRemoved(transaction, keys, clock());
    return true;
  });
}
