/** Finds the frames in the bytes of an object by their headers, for when no catalogue says where they are. */
import type { Bytes } from "../../vocabulary/units.ts";

/** Where a frame is. */
export interface FrameBounds {
  offset: Bytes;
  length: Bytes;
}

// Source: RFC 8878 (2021-02), 3.1.1.
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
const RUN_BLOCK = 1;
const RESERVED_BLOCK = 3;

/**
 * A frame that is found may still be corrupt inside: its checksum shows that.
 *
 * @returns The whole frames in their order; what is between them, or is cut off at the end, is left out.
 */
export function findZstdFrames(bytes: Buffer): FrameBounds[] {
  const frames: FrameBounds[] = [];
  let offset = bytes.indexOf(MAGIC);
  while (offset !== -1) {
    const length = frameLength(bytes, offset);
    if (length !== null) frames.push({ offset, length });
    offset = bytes.indexOf(MAGIC, offset + (length ?? 1));
  }
  return frames;
}

/** Returns null when no whole frame begins there. */
function frameLength(bytes: Buffer, offset: Bytes): Bytes | null {
  const descriptor = bytes[offset + MAGIC.length];
  if (descriptor === undefined) return null;
  let at = offset + MAGIC.length + headerBytes(descriptor);
  for (;;) {
    if (at + BLOCK_HEADER_BYTES > bytes.length) return null;
    const header = bytes.readUIntLE(at, BLOCK_HEADER_BYTES);
    const kind = (header >> 1) & 0b11;
    if (kind === RESERVED_BLOCK) return null;
    at += BLOCK_HEADER_BYTES + (kind === RUN_BLOCK ? 1 : header >> 3);
    if ((header & 1) === 1) break;
  }
  if ((descriptor & 0b100) !== 0) at += CHECKSUM_BYTES;
  return at > bytes.length ? null : at - offset;
}

/** The descriptor, the window's size unless the text is one segment, the dictionary's id, the length of the text. */
function headerBytes(descriptor: number): Bytes {
  const isOneSegment = (descriptor & 0b10_0000) !== 0;
  const lengthFlag = descriptor >> 6;
  const lengthBytes = lengthFlag === 0 ? Number(isOneSegment) : 2 ** lengthFlag;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 0b11] ?? 0;
  return 1 + (isOneSegment ? 0 : 1) + dictionaryBytes + lengthBytes;
}
