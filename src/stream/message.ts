/**
 * How requests are packed into one message of the stream, and unpacked again.
 *
 * Layout: "SCR1", the header's length (4 bytes, big-endian), the header (JSON), then one zstd frame that holds what
 * is known of the requests (JSON, one line) and their bodies one after the other. The header carries who published it,
 * the totals that this publisher has published so far, this message included, and what it adds to them: the books
 * compare them with what arrived.
 */
import { z } from "zod";
import { describeError } from "../vocabulary/log.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Bytes } from "../vocabulary/units.ts";
import { recordsIn, type RequestHeader, type StreamRequest, REQUEST_HEADER } from "./request.ts";

/** How many requests and accepted records were published. */
export const TOTALS = z.object({ frames: z.int().nonnegative(), records: z.int().nonnegative() });
export type Totals = z.infer<typeof TOTALS>;

/** What a message says of its publisher. */
export interface Statement {
  publisher: string;
  /** What it has published up to and with this message. */
  totals: Totals;
}

export interface Message extends Statement {
  requests: StreamRequest[];
}

/** What a message shows without being unpacked. */
const COUNTS = z.object({
  publisher: z.string(),
  totals: TOTALS,
  /** What this message adds to them. */
  counted: TOTALS,
});
export type Counts = z.infer<typeof COUNTS>;

/** What is wrong with bytes that are no message of this program: a foreign program, a broken disk or a bug made them. */
export interface Unreadable {
  kind: "unreadable";
  reason: string;
  /** null when not even these can be read. */
  counts: Counts | null;
}

const MAGIC = new TextEncoder().encode("SCR1");
const PREFIX_BYTES = MAGIC.length + 4;
const COMPRESSION_LEVEL = 1;
const LINE_END = 0x0a;

/** Requests ready to travel, without the publisher's statement, which is known only when their message is sent. */
export interface PackedFrames {
  compressed: Uint8Array;
  /** What their message adds to the totals. */
  counted: Totals;
}

/** Returns the line that says what is known of requests; their bodies follow it. */
export function lineOf(headers: readonly RequestHeader[]): string {
  return `${JSON.stringify(headers)}\n`;
}

/**
 * Packs requests; what takes long to compress is compressed off the calling thread.
 *
 * @param plain - Their line, then their bodies.
 */
export async function packFrames(headers: readonly RequestHeader[], plain: Buffer): Promise<PackedFrames> {
  return { compressed: await compress(plain), counted: countOf(headers) };
}

function countOf(headers: readonly RequestHeader[]): Totals {
  return { frames: headers.length, records: headers.reduce((sum, header) => sum + recordsIn(header), 0) };
}

/** Adds up. */
export function sum(left: Totals, right: Totals): Totals {
  return { frames: left.frames + right.frames, records: left.records + right.records };
}

/** Returns the difference. */
export function subtract(left: Totals, right: Totals): Totals {
  return { frames: left.frames - right.frames, records: left.records - right.records };
}

/** Returns the message's bytes. */
export function finishMessage(
  { compressed, counted }: PackedFrames,
  { publisher, totals }: Statement,
): Uint8Array {
  const header = Buffer.from(JSON.stringify({ publisher, totals, counted } satisfies Counts));
  const packed = Buffer.allocUnsafe(PREFIX_BYTES + header.length + compressed.length);
  packed.set(MAGIC, 0);
  packed.writeUInt32BE(header.length, MAGIC.length);
  packed.set(header, PREFIX_BYTES);
  packed.set(compressed, PREFIX_BYTES + header.length);
  return packed;
}

/** Below it handing the bytes to another thread costs more than compressing them. */
const COMPRESSED_AT_ONCE: Bytes = 128 * 1024;

async function compress(bytes: Buffer): Promise<Uint8Array> {
  const options = { level: COMPRESSION_LEVEL };
  return bytes.length <= COMPRESSED_AT_ONCE
    ? Bun.zstdCompressSync(bytes, options)
    : Bun.zstdCompress(bytes, options);
}

/** Below it waiting for another thread costs more than unpacking, which is ten times as fast as packing. */
const DECOMPRESSED_AT_ONCE: Bytes = 64 * 1024;

async function decompress(bytes: Uint8Array): Promise<Buffer> {
  return bytes.length <= DECOMPRESSED_AT_ONCE ? Bun.zstdDecompressSync(bytes) : Bun.zstdDecompress(bytes);
}

/** Unpacks a message. */
export async function decodeMessage(packed: Uint8Array): Promise<Result<Message, Unreadable>> {
  const header = readHeader(packed);
  if (header === null) {
    const reason = "it does not begin like a message of this program";
    return fail({ kind: "unreadable", reason, counts: null });
  }
  const { counts, endsAt } = header;
  try {
    const { publisher, totals } = counts;
    return succeed({ publisher, totals, requests: await unpackRequests(packed.subarray(endsAt)) });
  } catch (error) {
    return fail({ kind: "unreadable", reason: describeError(error), counts });
  }
}

const FRAME_HEADERS = z.array(REQUEST_HEADER);

async function unpackRequests(compressed: Uint8Array): Promise<StreamRequest[]> {
  const plain = await decompress(compressed);
  const lineEnd = plain.indexOf(LINE_END);
  const headers = FRAME_HEADERS.parse(JSON.parse(plain.toString("utf8", 0, lineEnd)));
  let offset = lineEnd + 1;
  const frames = headers.map((header) => {
    const body = plain.toString("utf8", offset, offset + header.bytes);
    offset += header.bytes;
    return { header, body };
  });
  if (offset !== plain.length) throw new Error("its bodies do not have the lengths that it names");
  return frames;
}

/** Returns what a message shows without being unpacked, null when it is none of this program. */
export function countsOf(packed: Uint8Array): Counts | null {
  return readHeader(packed)?.counts ?? null;
}

function readHeader(packed: Uint8Array): { counts: Counts; endsAt: number } | null {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (bytes.length < PREFIX_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const endsAt = PREFIX_BYTES + bytes.readUInt32BE(MAGIC.length);
  try {
    return { counts: COUNTS.parse(JSON.parse(bytes.toString("utf8", PREFIX_BYTES, endsAt))), endsAt };
  } catch {
    return null; // it only begins like one
  }
}
