/** Answers which stored records are a person's, a part at a time: exactly those that a purge would remove. */
import type { Database } from "../../../database/open.ts";
import type { ObjectStore } from "../../../objects/object-store.ts";
import { linesIn, readFrameText } from "../../../catalogue/frame-text.ts";
import { readLinePlace } from "../../../catalogue/line-place.ts";
import { RECEIVED_KEY, type StoredLine, type StoredSignal } from "../../../vocabulary/otlp.ts";
import { readObject, selectOutlines } from "../../../writer/upkeep/object-table.ts";
import { placeOf } from "../../../writer/upkeep/read-back.ts";
import { marksIn, readLastingMarks } from "../../governance/theirs/their-marks.ts";
import { onlyTheirs, type TheirMarks } from "../../governance/theirs/their-records.ts";
import { isEnough, type Lines } from "./lines.ts";
import type { WhoseData } from "../whose-data.ts";

/** An object, and which messages of the stream it holds records of. */
export interface OwnObject {
  key: string;
  firstSequence: number;
  lastSequence: number;
}

/** Lists the objects that may hold records of a person, in the order of the stream. */
export async function listOwnObjects(
  database: Database,
  { whose, signal }: { whose: WhoseData; signal: StoredSignal },
): Promise<OwnObject[]> {
  const outlines = await selectOutlines(database, {
    organization: whose.organization,
    upTo: whose.writtenTo,
    signal,
  });
  return outlines.map(({ key, firstSequence, lastSequence }) => ({ key, firstSequence, lastSequence }));
}

/** Where reading goes on: in which of the objects, and at which of its frames. */
export interface RecordsPlace {
  object: number;
  frame: number;
}

/** Which records are asked for. */
export interface OwnRecordsQuery {
  whose: WhoseData;
  signal: StoredSignal;
  objects: readonly OwnObject[];
  place: RecordsPlace;
}

/** What is read from. */
export interface RecordStores {
  database: Database;
  objects: ObjectStore;
}

/** Reads some records, as lines of OTLP just as they are stored. */
export async function readOwnRecords(
  stores: RecordStores,
  { whose, signal, objects, place }: OwnRecordsQuery,
): Promise<Lines<RecordsPlace>> {
  const startedAt = performance.now();
  const lasting = await readLastingMarks(stores.database, whose);
  const lines: string[] = [];
  for (let { object, frame } = place; object < objects.length; object += 1, frame = 0) {
    const wanted = objects[object];
    if (wanted === undefined) break;
    const marksOf = (key: string) => marksIn(stores.database, key, { person: whose, lasting });
    for await (const found of framesOf(stores, { wanted, signal, whose, from: frame })) {
      lines.push(...theirsIn(found.lines, await marksOf(found.key)));
      const next = { object, frame: found.number + 1 };
      if (found.isListed && isEnough(lines, startedAt)) return { lines, next };
    }
    if (isEnough(lines, startedAt)) return { lines, next: { object: object + 1, frame: 0 } };
  }
  return { lines, next: null };
}

interface WantedFrames {
  wanted: OwnObject;
  signal: StoredSignal;
  whose: WhoseData;
  /** The first frame that is wanted. */
  from: number;
}

interface Frame {
  key: string;
  number: number;
  lines: string[];
  /** Whether the object is still the one that was asked for. */
  isListed: boolean;
}

/**
 * Reads an object frame by frame. One that was joined with others or written anew meanwhile is looked for in those that
 * took its place, from its beginning: a record may then be read twice, and none is missing.
 */
async function* framesOf(stores: RecordStores, wanted: WantedFrames): AsyncGenerator<Frame, void> {
  const { key } = wanted.wanted;
  const object = await readObject(stores.database, key);
  if (object === null) return yield* framesOfHeirs(stores, wanted);
  for (const frame of object.frames.slice(wanted.from)) {
    const text = await readFrameText(stores.objects, { key, ...frame });
    // one that cannot be read is reported where records are examined; the others are still theirs
    if (text.ok) yield { key, number: frame.number, lines: linesIn(text.value), isListed: true };
  }
}

async function* framesOfHeirs(
  stores: RecordStores,
  { wanted, signal, whose }: WantedFrames,
): AsyncGenerator<Frame, void> {
  const { organization } = whose;
  for (const { key } of await selectOutlines(stores.database, {
    organization,
    signal,
    overlapping: wanted,
  })) {
    const heir = await readObject(stores.database, key);
    for (const frame of heir?.frames ?? []) {
      const text = await readFrameText(stores.objects, { key, ...frame });
      const lines = text.ok ? linesIn(text.value).filter((line) => isFrom(line, wanted)) : [];
      yield { key, number: frame.number, lines, isListed: false };
    }
  }
}

function isFrom(line: string, { firstSequence, lastSequence }: OwnObject): boolean {
  const { sequence } = readLinePlace(placeOf(line));
  return sequence >= firstSequence && sequence <= lastSequence;
}

function theirsIn(lines: readonly string[], marks: TheirMarks): string[] {
  const mayBe = lineFilter(marks);
  return lines.flatMap((line) => {
    if (!mayBe(line)) return [];
    const stored = JSON.parse(line) as StoredLine;
    const theirs = onlyTheirs(stored, marks);
    return theirs === null ? [] : theirs === stored ? line : JSON.stringify(theirs);
  });
}

/** Most lines came with a key whose holder has nothing of the person: those need not be parsed. */
function lineFilter({ holders, keys, sessions, traces, instances }: TheirMarks): (line: string) => boolean {
  const withTheirs = new Set([...sessions.keys(), ...traces.keys(), ...instances.keys()]);
  return (line) => {
    const key = keyIn(line);
    return key === null || keys.has(key) || withTheirs.has(holders(key));
  };
}

const BEFORE_KEY = `{"key":"${RECEIVED_KEY}","value":{"stringValue":"`;

/** Reads the key that a line came with out of its text; null when only the parsed line says it. */
function keyIn(line: string): string | null {
  const at = line.indexOf(BEFORE_KEY);
  if (at === -1 || line.lastIndexOf(BEFORE_KEY) !== at) return null;
  const start = at + BEFORE_KEY.length;
  return line.slice(start, line.indexOf('"', start));
}
