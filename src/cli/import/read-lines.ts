/** Reads the lines of files as a Collector's file exporter writes them: plain, gzip, zstd, or message by message. */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { describeError } from "../../vocabulary/log.ts";
import type { Bytes } from "../../vocabulary/units.ts";

/** A line, or what takes its place. */
export type FileLine =
  | { kind: "line"; number: number; text: string }
  | { kind: "too_long"; number: number }
  /** What comes after the line before cannot be read. */
  | { kind: "unreadable"; number: number; reason: string };

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const GZIP = Buffer.from([0x1f, 0x8b]);
const LENGTH_BYTES: Bytes = 4;
const LINE_END = 0x0a;

/**
 * Reads a file's lines, one after the other, whatever its size.
 *
 * @param longest - The longest that a line may be; a longer one is left out, and the next is read.
 */
export async function* readLines(path: string, longest: Bytes): AsyncGenerator<FileLine, void> {
  const packing = await packingOf(path);
  let number = 0;
  try {
    const lines =
      packing === "messages" ? messagesIn(path, longest) : linesIn(unpacked(path, packing), longest);
    for await (const line of lines) {
      number += 1;
      if (line === null) yield { kind: "too_long", number };
      else if (line.length > 0) yield { kind: "line", number, text: line.toString("utf8") };
    }
  } catch (error) {
    yield { kind: "unreadable", number: number + 1, reason: describeError(error) };
  }
}

type Packing = "none" | "gzip" | "zstd" | "messages";

/** By its first bytes: names say little of files that were rotated. */
async function packingOf(path: string): Promise<Packing> {
  const start = Buffer.from(
    await Bun.file(path)
      .slice(0, LENGTH_BYTES + ZSTD.length)
      .arrayBuffer(),
  );
  if (start.subarray(0, ZSTD.length).equals(ZSTD)) return "zstd";
  if (start.subarray(0, GZIP.length).equals(GZIP)) return "gzip";
  return start.subarray(LENGTH_BYTES).equals(ZSTD) ? "messages" : "none";
}

/** Unpacks as much as is taken: `DecompressionStream` unpacks all of what a piece of the file holds at once. */
function unpacked(path: string, packing: "none" | Packed): AsyncIterable<Uint8Array> {
  const file = createReadStream(path);
  return packing === "none" ? file : unpack(file, packing);
}

type Packed = "gzip" | "zstd";

async function* unpack(packed: Readable, packing: Packed): AsyncGenerator<Uint8Array, void> {
  const unpacking = packing === "gzip" ? createGunzip() : createZstdDecompress();
  packed.on("error", (error) => unpacking.destroy(error));
  yield* packed.pipe(unpacking) as AsyncIterable<Uint8Array>;
}

/** Returns null for a line that is too long. */
async function* linesIn(
  stream: AsyncIterable<Uint8Array>,
  longest: Bytes,
): AsyncGenerator<Buffer | null, void> {
  const line = new OpenLine(longest);
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
      line.add(chunk.subarray(start, end));
      yield line.take();
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (!line.isEmpty()) yield line.take();
}

/** A line whose end has not come yet. */
class OpenLine {
  private pieces: Buffer[] = [];
  private bytes: Bytes = 0;

  constructor(private readonly longest: Bytes) {}

  add(piece: Uint8Array): void {
    this.bytes += piece.length;
    if (this.bytes > this.longest) this.pieces = [];
    else this.pieces.push(Buffer.from(piece));
  }

  isEmpty(): boolean {
    return this.bytes === 0;
  }

  take(): Buffer | null {
    const line = this.bytes > this.longest ? null : Buffer.concat(this.pieces);
    this.pieces = [];
    this.bytes = 0;
    return line;
  }
}

/**
 * The exporter's own compression: each message apart, behind its length as four bytes.
 *
 * @see OpenTelemetry Collector contrib, exporter/fileexporter, README, "File Format", read 2026-11.
 */
async function* messagesIn(path: string, longest: Bytes): AsyncGenerator<Buffer | null, void> {
  const file = Bun.file(path);
  for (let offset = 0; offset < file.size;) {
    const header = Buffer.from(await file.slice(offset, offset + LENGTH_BYTES).arrayBuffer());
    const length = header.length < LENGTH_BYTES ? Infinity : header.readUInt32BE();
    offset += LENGTH_BYTES;
    if (offset + length > file.size) throw new Error("the file ends in the middle of a message");
    const packed = await file.slice(offset, offset + length).arrayBuffer();
    yield length > longest ? null : await unpackMessage(packed, longest);
    offset += length;
  }
}

async function unpackMessage(packed: ArrayBuffer, longest: Bytes): Promise<Buffer | null> {
  const line = new OpenLine(longest);
  for await (const chunk of unpack(Readable.from([Buffer.from(packed)]), "zstd")) line.add(chunk);
  return line.take();
}
