/** Builds one object: lines of OTLP JSON, cut into independent zstd frames, and the frames' catalogue entries. */
import type { Bytes, Milliseconds } from "../vocabulary/units.ts";
import type { CataloguedFrame } from "./table.ts";

/** One line and what the catalogue needs to know about it. */
export interface ObjectLine {
  text: string;
  records: number;
  leastMs: Milliseconds;
  greatestMs: Milliseconds;
  sessions: readonly string[];
  events: readonly string[];
}

/** A finished object. */
export interface BuiltObject {
  bytes: Uint8Array;
  records: number;
  frames: CataloguedFrame[];
}

/** Text of one frame; a longer line is a frame of its own. */
const FRAME_TEXT_BYTES: Bytes = 1024 * 1024;
const COMPRESSION_LEVEL = 3;

/** Takes: at least one line, in the order of the stream. */
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
  const text = group.map((line) => line.text).join("\n");
  return Bun.zstdCompress(`${text}\n`, { level: COMPRESSION_LEVEL });
}

function describeFrame(
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

/** Gives: the lines of one frame's bytes. */
export async function readFrameLines(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const text = (await Bun.zstdDecompress(bytes)).toString("utf8");
  return text.split("\n").filter((line) => line !== "");
}
