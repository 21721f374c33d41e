/** Writes an object anew without some of its records. */
import { inTransaction } from "../../database/transaction.ts";
import type { StoredLine } from "../../vocabulary/otlp.ts";
import { linesIn, packText, readFrameBytes, unpackText } from "../../catalogue/frame-text.ts";
import { type ObjectReader, readInOrder } from "../../catalogue/read-in-order.ts";
import { describeFrame } from "../object-builder.ts";
import { readExamined } from "../../books/examined-table.ts";
import { addToBooks } from "../../books/progress-table.ts";
import { areListed, type CataloguedFrame, type CataloguedObject } from "../../catalogue/table.ts";
import type { UpkeepParts } from "./join.ts";
import { freeKey, readObject, replaceObjects } from "./object-table.ts";
import { describeLine } from "./read-back.ts";
import { endPlan, forgetDamage, noteRemoved, planObject } from "./table.ts";

/** Decides what is taken out. */
export interface Removal {
  /**
   * Returns the line without the records, null when none is left, the same line when nothing was taken out.
   */
  without(line: StoredLine): StoredLine | null;
  /** Whether a frame that cannot be read goes as a whole, by what the catalogue says of it. */
  dropsUnreadable(frame: CataloguedFrame): boolean;
}

/** What is to become of an object. */
export interface Rewriting {
  object: CataloguedObject;
  pieces: readonly Piece[];
  /** Records that are taken out. */
  removed: number;
}

interface Piece {
  frame: CataloguedFrame;
  bytes: Uint8Array;
}

/**
 * Reads an object and computes what would be left of it.
 *
 * @returns null when nothing is taken out, or it is not listed.
 */
export async function planRewriting(
  { database, objects }: UpkeepParts,
  key: string,
  removal: Removal,
): Promise<Rewriting | null> {
  const object = await readObject(database, key);
  if (object === null) return null;
  const pieces: Piece[] = [];
  let changed = false;
  const reader = readInOrder(objects, object);
  for (const frame of object.frames) {
    const left = await stripFrame(reader, { key, frame }, removal);
    changed ||= left.changed;
    pieces.push(...left.pieces);
  }
  const kept = pieces.reduce((sum, piece) => sum + piece.frame.records, 0);
  return changed ? { object, pieces, removed: object.records - kept } : null;
}

/** What is left of one frame: it as it is, another one, or nothing. */
async function stripFrame(
  reader: ObjectReader,
  { key, frame }: { key: string; frame: CataloguedFrame },
  removal: Removal,
): Promise<{ pieces: Piece[]; changed: boolean }> {
  const bytes = await readFrameBytes(reader, { key, ...frame });
  const text = bytes.ok ? await unpackText(bytes.value) : bytes;
  const whole = bytes.ok ? [{ frame, bytes: bytes.value }] : [];
  if (!text.ok) {
    const changed = removal.dropsUnreadable(frame);
    return { pieces: changed ? [] : whole, changed };
  }
  const left = linesIn(text.value).map((line) => strip(line, removal));
  const changed = left.some((line) => line.changed);
  return { pieces: changed ? await packLines(left) : whole, changed };
}

interface Stripped {
  /** null when nothing is left of it. */
  text: string | null;
  changed: boolean;
}

function strip(text: string, removal: Removal): Stripped {
  const line = JSON.parse(text) as StoredLine;
  const left = removal.without(line);
  if (left === line) return { text, changed: false };
  return { text: left === null ? null : JSON.stringify(left), changed: true };
}

async function packLines(lines: readonly Stripped[]): Promise<Piece[]> {
  const kept = lines.flatMap(({ text }) => (text === null ? [] : [describeLine(text)]));
  if (kept.length === 0) return [];
  const bytes = await packText(`${kept.map(({ text }) => text).join("\n")}\n`);
  return [{ frame: describeFrame(kept, { number: 0, offset: 0, length: bytes.length }), bytes }];
}

/**
 * Puts what is left in the place of the object; the old file goes later (`sweepRemoved`).
 *
 * @returns false when the object is no longer listed, or not examined yet, and nothing changed.
 */
export async function rewriteObject(parts: UpkeepParts, rewriting: Rewriting): Promise<boolean> {
  const { database, objects } = parts;
  const { object, pieces } = rewriting;
  if (pieces.length === 0) return swap(parts, rewriting, null);
  const key = await freeKey(parts, object, 1);
  await inTransaction(database, "full", (transaction) => planObject(transaction, key));
  await objects.put(key, Buffer.concat(pieces.map(({ bytes }) => bytes)));
  return swap(parts, rewriting, { ...object, key, ...layOut(pieces) });
}

function layOut(pieces: readonly Piece[]): Pick<CataloguedObject, "bytes" | "frames" | "records"> {
  let offset = 0;
  let records = 0;
  const frames = pieces.map(({ frame, bytes }, number) => {
    const placed = { ...frame, number, offset, length: bytes.length };
    offset += bytes.length;
    records += frame.records;
    return placed;
  });
  return { bytes: offset, records, frames };
}

async function swap(
  { database, clock }: UpkeepParts,
  { object, removed }: Rewriting,
  added: CataloguedObject | null,
): Promise<boolean> {
  return inTransaction(database, "full", async (transaction) => {
    const examined = (await readExamined(transaction)).of(object.organization);
    const isSame = (await areListed(transaction, [object.key])) && object.lastSequence <= examined;
    if (added !== null && !(await endPlan(transaction, added.key)))
      throw new Error(takenForLitter(added.key));
    if (!isSame) {
      if (added !== null) await noteRemoved(transaction, [added.key], 0);
      return false;
    }
    await replaceObjects(transaction, { removed: [object.key], added: added === null ? [] : [added] });
    await forgetDamage(transaction, [object.key]);
    await noteRemoved(transaction, [object.key], clock());
    await addToBooks(transaction, "purged", { frames: 0, records: removed });
    return true;
  });
}

/** An engine that begins does not know commands: those write under no engine's number. */
function takenForLitter(key: string): string {
  return `an engine began and took ${key}, which was being written, for one that a crash had left; try again`;
}
