/** One frame of an object: lines of text as a zstd frame that any tool can read, and that says when it is damaged. */
import { IncompleteObject } from "../objects/object-store.ts";
import { describeError } from "../vocabulary/log.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Bytes } from "../vocabulary/units.ts";
import type { ObjectReader } from "./read-in-order.ts";

/** Text of one frame; a longer line is a frame of its own. */
export const FRAME_TEXT_BYTES: Bytes = 1024 * 1024;

const COMPRESSION_LEVEL = 3;
const LINE_END = 0x0a;

// Source: RFC 8878 (2021-02), 3.1.1: the frame header's descriptor follows the magic number; with its third bit
// set, the frame ends with the low four bytes of the text's XXH64.
const DESCRIPTOR_AT = 4;
const HAS_CHECKSUM = 0b100;
const CHECKSUM_BYTES = 4;

/** Compresses the text of lines, each with a line's end, off the calling thread. */
export async function packLines(lines: readonly string[]): Promise<Buffer> {
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  const room = takeRoom(bytes);
  try {
    return await packText(writeLines(lines, room).subarray(0, bytes));
  } finally {
    giveBack(room);
  }
}

function writeLines(lines: readonly string[], room: Buffer): Buffer {
  let end = 0;
  for (const line of lines) {
    end += room.write(line, end, "utf8");
    room[end++] = LINE_END;
  }
  return room;
}

/** Memory that is used again: a new megabyte for each frame costs more in page faults than writing the text into it. */
const ROOM_BYTES: Bytes = FRAME_TEXT_BYTES + FRAME_TEXT_BYTES / 4;
/** Less text gets memory of its own size: there may be many small frames at the same time. */
const LEAST_FOR_ROOM: Bytes = FRAME_TEXT_BYTES / 2;
const MOST_SPARE = 16;
const spare: Buffer[] = [];

function takeRoom(bytes: Bytes): Buffer {
  if (bytes < LEAST_FOR_ROOM || bytes > ROOM_BYTES) return Buffer.allocUnsafe(bytes);
  return spare.pop() ?? Buffer.allocUnsafeSlow(ROOM_BYTES);
}

function giveBack(room: Buffer): void {
  if (room.length === ROOM_BYTES && spare.length < MOST_SPARE) spare.push(room);
}

/** Compresses a frame's text, off the calling thread. Bun's own frames have no checksum, so one is put in. */
export async function packText(text: string | Uint8Array): Promise<Buffer> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const frame = await Bun.zstdCompress(bytes, { level: COMPRESSION_LEVEL });
  const packed = Buffer.allocUnsafe(frame.length + CHECKSUM_BYTES);
  packed.set(frame);
  packed[DESCRIPTOR_AT] = packed.readUInt8(DESCRIPTOR_AT) | HAS_CHECKSUM;
  packed.writeUInt32LE(Number(BigInt.asUintN(32, Bun.hash.xxHash64(bytes))), frame.length);
  return packed;
}

/** Where a frame's bytes are. */
export interface FrameSpan {
  key: string;
  offset: Bytes;
  length: Bytes;
}

/** Why a frame's records cannot be read any more. */
export interface Damage {
  kind: "missing" | "corrupt";
  reason: string;
}

/**
 * Reads one frame's text.
 *
 * @throws `missing` when the object or its end is gone, `corrupt` when the bytes are not those that were
 *   written; an exception when the disk cannot be read, which may pass.
 */
export async function readFrameText(store: ObjectReader, frame: FrameSpan): Promise<Result<Buffer, Damage>> {
  const bytes = await readFrameBytes(store, frame);
  return bytes.ok ? unpackText(bytes.value) : bytes;
}

/**
 * Returns the text of a frame's bytes.
 *
 * @throws `corrupt`.
 */
export async function unpackText(bytes: Uint8Array<ArrayBuffer>): Promise<Result<Buffer, Damage>> {
  try {
    return succeed(await Bun.zstdDecompress(bytes));
  } catch (error) {
    return fail({ kind: "corrupt", reason: describeError(error) });
  }
}

/** The same, cut into lines. */
export async function unpackLines(bytes: Uint8Array<ArrayBuffer>): Promise<Result<string[], Damage>> {
  const text = await unpackText(bytes);
  return text.ok ? succeed(linesIn(text.value)) : text;
}

/** Reads one frame's lines; see `readFrameText`. */
export async function readFrameLines(
  store: ObjectReader,
  frame: FrameSpan,
): Promise<Result<string[], Damage>> {
  const bytes = await readFrameBytes(store, frame);
  return bytes.ok ? unpackLines(bytes.value) : bytes;
}

/** Returns the lines of a frame's text. */
export function linesIn(text: Buffer): string[] {
  return text
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/**
 * Reads a frame as it is there.
 *
 * @throws `missing`; an exception when the disk cannot be read.
 */
export async function readFrameBytes(
  store: ObjectReader,
  { key, offset, length }: FrameSpan,
): Promise<Result<Uint8Array<ArrayBuffer>, Damage>> {
  try {
    return succeed(await store.read(key, offset, length));
  } catch (error) {
    if (error instanceof IncompleteObject) return fail({ kind: "missing", reason: describeError(error) });
    throw error;
  }
}
