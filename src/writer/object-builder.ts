/** Builds one object: lines of OTLP JSON, cut into independent zstd frames, and the frames' catalogue entries. */
import { FRAME_TEXT_BYTES, packLines } from "../catalogue/frame-text.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { CataloguedFrame } from "../catalogue/table.ts";
import type { AgentSessionId } from "../vocabulary/held-name.ts";

/** One line and what the catalogue needs to know about it. */
export interface ObjectLine {
  text: string;
  records: number;
  leastMs: Milliseconds;
  greatestMs: Milliseconds;
  sessions: readonly AgentSessionId[];
  events: readonly string[];
}

/** A finished object. */
export interface BuiltObject {
  bytes: Uint8Array;
  records: number;
  frames: CataloguedFrame[];
}

/** @param lines - At least one line, in the order of the stream. */
export async function buildObject(lines: readonly ObjectLine[]): Promise<BuiltObject> {
  const groups = cutIntoFrames(lines);
  const packed = await Promise.all(groups.map(packFrame));
  let offset = 0;
  const frames = groups.map((group, number) => {
    const length = packed[number]?.length ?? 0;
    const frame = describeFrame(group, { number, offset, length });
    offset += length;
    return frame;
  });
  return { bytes: Buffer.concat(packed), records: total(lines), frames };
}

function cutIntoFrames(lines: readonly ObjectLine[]): ObjectLine[][] {
  const groups: ObjectLine[][] = [];
  let bytes = FRAME_TEXT_BYTES;
  for (const line of lines) {
    bytes += line.text.length + 1;
    if (bytes > FRAME_TEXT_BYTES) {
      groups.push([]);
      bytes = line.text.length + 1;
    }
    groups.at(-1)?.push(line);
  }
  return groups;
}

function packFrame(group: readonly ObjectLine[]): Promise<Buffer> {
  return packLines(group.map((line) => line.text));
}

/** Returns what the catalogue says of a frame that holds these lines. */
export function describeFrame(
  group: readonly ObjectLine[],
  place: Pick<CataloguedFrame, "number" | "offset" | "length">,
): CataloguedFrame {
  return {
    ...place,
    records: total(group),
    leastMs: group.reduce((least, line) => Math.min(least, line.leastMs), Number.POSITIVE_INFINITY),
    greatestMs: group.reduce(
      (greatest, line) => Math.max(greatest, line.greatestMs),
      Number.NEGATIVE_INFINITY,
    ),
    sessions: [...new Set(group.flatMap((line) => line.sessions))],
    events: [...new Set(group.flatMap((line) => line.events))],
  };
}

function total(lines: readonly ObjectLine[]): number {
  return lines.reduce((records, line) => records + line.records, 0);
}
