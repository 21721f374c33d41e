/** Reads an object whose frames are wanted one after the other: many at once, where each request costs. */
import { IncompleteObject, type ObjectStore } from "../objects/object-store.ts";
import type { Bytes } from "../vocabulary/units.ts";

/** Where parts of objects are read. */
export type ObjectReader = Pick<ObjectStore, "read">;

/** An object, and where its frames are. */
interface ReadObject {
  key: string;
  frames: readonly { offset: Bytes; length: Bytes }[];
}

/** Returns what reads the object's frames; no other object's, and best in their order. */
export function readInOrder(store: ObjectStore, { key, frames }: ReadObject): ObjectReader {
  if (store.readAhead === 0) return store;
  const end = frames.reduce((most, { offset, length }) => Math.max(most, offset + length), 0);
  let held = { from: 0, bytes: new Uint8Array(0) };
  return {
    async read(_, offset, length) {
      const isHeld = offset >= held.from && offset + length <= held.from + held.bytes.length;
      if (!isHeld) held = { from: offset, bytes: await readAhead(offset, length) };
      return held.bytes.slice(offset - held.from, offset - held.from + length);
    },
  };

  async function readAhead(offset: Bytes, length: Bytes): Promise<Uint8Array<ArrayBuffer>> {
    const more = Math.min(Math.max(length, store.readAhead), end - offset);
    try {
      return await store.read(key, offset, more);
    } catch (error) {
      // of an object that lost its end, the frames before it can be read
      if (more > length && error instanceof IncompleteObject) return store.read(key, offset, length);
      throw error;
    }
  }
}
