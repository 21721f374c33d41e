/** A file that is written piece by piece under an unfinished name, and its hash. */
import { closeSync, openSync, writeSync } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { UNFINISHED } from "../../vocabulary/whole-file.ts";
import type { Bytes } from "../../vocabulary/units.ts";

/** What a file holds. */
export interface FileDigest {
  bytes: Bytes;
  sha256: string;
}

/** Writes one file. */
export class HashedFile {
  private readonly descriptor: number;
  private readonly hash = new Bun.CryptoHasher("sha256");
  private bytes: Bytes = 0;

  constructor(path: string) {
    this.descriptor = openSync(path + UNFINISHED, "w", 0o600);
  }

  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    this.hash.update(bytes);
    let written = 0;
    while (written < bytes.byteLength) written += writeSync(this.descriptor, bytes, written);
    this.bytes += bytes.byteLength;
  }

  /** It stays under its unfinished name until it is published or discarded. */
  close(): FileDigest {
    closeSync(this.descriptor);
    return { bytes: this.bytes, sha256: this.hash.digest("hex") };
  }
}

/** Brings a closed file to disk and gives it its name, in the place of an earlier one. */
export async function publish(path: string): Promise<void> {
  {
    await using file = await open(path + UNFINISHED, "r+");
    await file.sync();
  }
  await rename(path + UNFINISHED, path);
}

/** Removes a closed file. */
export function discard(path: string): Promise<void> {
  return unlink(path + UNFINISHED);
}
