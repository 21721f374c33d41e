/** What an object store does, wherever it keeps the bytes. */
import type { Bytes } from "../vocabulary/units.ts";

/** Keeps named, unchanging runs of bytes. Keys are relative paths with `/`. */
export interface ObjectStore {
  /** Keeps the bytes under the key; when it returns they are on disk, name and all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Returns the bytes from offset on, `length` of them.
   *
   * @throws `IncompleteObject` when the object is shorter or absent, another exception when the disk cannot
   *   be read.
   */
  read(key: string, offset: Bytes, length: Bytes): Promise<Uint8Array<ArrayBuffer>>;
  /** Forgets the object; nothing happens when it is not there. */
  remove(key: string): Promise<void>;
  /** Whether files that the catalogue no longer lists must stay for now: a backup still reads them. */
  isHeld(): boolean;
  /** Deletes what crashes left half-written; nothing else may be writing. */
  removeUnfinished(): Promise<void>;
  /** Returns every key below the prefix with its size, in the order of keys. */
  list(prefix: string): Promise<{ key: string; bytes: Bytes }[]>;
}

/** The store lacks bytes that it once kept. */
export class IncompleteObject extends Error {
  override readonly name = "IncompleteObject";
}
