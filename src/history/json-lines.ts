/** Reads files of one JSON object a line, however long they are; a last line that is not finished is no line. */
import { createReadStream } from "node:fs";
import type { PlainValue } from "../normaliser/records/record.ts";
import type { Bytes } from "../vocabulary/units.ts";
import type { HistoryRecord, LeftOut } from "./record.ts";

/** Longer lines hold what a compaction replaced, or a picture. */
const LONGEST_LINE: Bytes = 64 * 1024 * 1024;
const LINE_END = 0x0a;

/** An object of a file; `number` counts lines from 1. */
export interface JsonLine {
  kind: "line";
  number: number;
  value: PlainValue;
}

/**
 * Reads a file's lines.
 *
 * @remarks A line that is no JSON is left out; the last one silently, because the agent may be writing it.
 */
export async function* readJsonLines(path: string): AsyncGenerator<JsonLine | LeftOut, void> {
  let number = 0;
  for await (const { bytes, isEnded } of linesOf(path)) {
    number += 1;
    const text = bytes?.toString("utf8").trim();
    if (text === "") continue;
    const value = text === undefined ? undefined : parsed(text);
    if (value !== undefined) yield { kind: "line", number, value };
    else if (isEnded)
      yield { kind: "left_out", what: "line", reason: `line ${number} is no JSON, or too long` };
  }
}

/** Reads the lines behind a file's head. */
export interface LineReader {
  read(line: JsonLine): Iterable<HistoryRecord | LeftOut>;
}

/**
 * Reads a file that begins with a head, which says how the lines behind it are read.
 *
 * @param begin - Returns null for a line that is not yet the head, and why the file is left out where its head is not
 *   known.
 */
export async function* readBehindHead(
  path: string,
  begin: (line: JsonLine) => LineReader | LeftOut | null,
): AsyncGenerator<HistoryRecord | LeftOut, void> {
  let reader: LineReader | null = null;
  for await (const found of readJsonLines(path)) {
    if (found.kind === "left_out") yield found;
    else if (reader !== null) yield* reader.read(found);
    else {
      const head = begin(found);
      if (head !== null && "kind" in head) {
        yield head;
        return;
      }
      reader = head;
    }
  }
}

function parsed(text: string): PlainValue | undefined {
  try {
    return JSON.parse(text) as PlainValue;
  } catch {
    return undefined;
  }
}

/** Bytes are null for a line that is too long. */
interface RawLine {
  bytes: Buffer | null;
  isEnded: boolean;
}

async function* linesOf(path: string): AsyncGenerator<RawLine, void> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > LONGEST_LINE) pieces = [];
    else pieces.push(piece);
  };
  const take = (isEnded: boolean): RawLine => {
    const line = { bytes: length > LONGEST_LINE ? null : Buffer.concat(pieces), isEnded };
    [pieces, length] = [[], 0];
    return line;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
      add(chunk.subarray(start, end));
      yield take(true);
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take(false);
}
