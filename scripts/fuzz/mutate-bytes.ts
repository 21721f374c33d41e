/** Changes bodies of protobuf by chance: bytes flipped, cut, doubled, moved or put in, lengths and tags among them. */
import type { Random } from "../../src/demo/work/random.ts";

const MOST_CHANGES = 4;

/** Bytes that are tags, lengths or numbers with something wrong. */
const ODD_BYTES: readonly [number[], ...number[][]] = [
  [0x00],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  [0x0b, 0x0c],
  [0x0b, 0x0b, 0x0b],
  [0x0a, 0x00],
  [0x0a, 0x02, 0x0a, 0x00],
  [0x12, 0x80, 0x80, 0x80, 0x80, 0x08],
  [0x7a, 0x01, 0x41],
  [0xed, 0xa0, 0x80],
];

/** Returns changed bytes; sometimes the same ones. */
export function mutateBytes(bytes: Uint8Array, random: Random): Buffer<ArrayBuffer> {
  let changed = Buffer.from(bytes);
  for (let change = random.whole(0, MOST_CHANGES); change > 0; change -= 1)
    changed = changeOnce(changed, random);
  return changed;
}

function changeOnce(bytes: Buffer<ArrayBuffer>, random: Random): Buffer<ArrayBuffer> {
  const at = random.whole(0, Math.max(0, bytes.length - 1));
  const until = Math.min(bytes.length, at + random.whole(1, 64));
  switch (random.pick(["flip", "flip", "cut", "drop", "double", "odd", "odd"])) {
    case "flip":
      if (at < bytes.length) bytes[at] = random.whole(0, 255);
      return bytes;
    case "cut":
      return bytes.subarray(0, at);
    case "drop":
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(until)]);
    case "double":
      return Buffer.concat([bytes.subarray(0, until), bytes.subarray(at)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(ODD_BYTES)), bytes.subarray(at)]);
  }
}
