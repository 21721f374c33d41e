/** What an object store does, wherever it keeps the bytes. */
import type { Bytes } from "../vocabulary/units.ts";

/** An object as a listing shows it. */
export interface StoredObject {
  key: string;
  bytes: Bytes;
}

/** Keeps named, unchanging runs of bytes. Keys are relative paths with `/`. */
export interface ObjectStore {
  /** Keeps the bytes under the key; when it returns they are on disk, name and all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Returns the bytes from offset on, `length` of them.
   *
   * @throws `IncompleteObject` when the object is shorter or absent, another exception when the disk cannot
   *   be read, `StoreUnavailable` when a bucket does not answer.
   */
  read(key: string, offset: Bytes, length: Bytes): Promise<Uint8Array<ArrayBuffer>>;
  /** Forgets the object; nothing happens when it is not there. */
  remove(key: string): Promise<void>;
  /** Whether files that the catalogue no longer lists must stay for now: a backup still reads them. */
  isHeld(): boolean;
  /** Deletes what crashes left half-written; nothing else may be writing. */
  removeUnfinished(): Promise<void>;
  /** Returns every key below the prefix with its size, in the order of keys. */
  list(prefix: string): Promise<StoredObject[]>;
  /**
   * Returns the same a page at a time, so that a large store takes little memory.
   *
   * @param after - Only keys behind this one, which need not exist; all when left out.
   */
  pages(prefix: string, after?: string): AsyncIterable<StoredObject[]>;
  /** Returns the names of the folders directly below the prefix. */
  folders(prefix: string): Promise<string[]>;
  /** How much to read at once where more of an object will be wanted: each request costs time and money. 0 for no more than is asked for. */
  readonly readAhead: Bytes;
  /** Whether a listing of everything takes so long, and costs so much, that a start should do without it. */
  readonly isLargeToList: boolean;
  /**
   * Looks whether the store can be used.
   *
   * @throws `StoreUnusable` when a bucket cannot; another exception that says what to do when a folder cannot.
   */
  check(): Promise<void>;
}

/** The store lacks bytes that it once kept. */
export class IncompleteObject extends Error {
  override readonly name = "IncompleteObject";
}

/** The store does not do what it is asked now. It is nobody's fault, least of all that of the object; it may pass. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** Nothing can be asked of the store. */
export class StoreUnusable extends StoreUnavailable {
  constructor(
    readonly found: string,
    readonly remedy: string,
    options: ErrorOptions,
  ) {
    super(`${found}: ${remedy}`, options);
  }
}

/** It will not, until somebody changes a setting or its rights. */
export class StoreRefuses extends StoreUnusable {}
