/** Puts the database of a backup together from its pieces, each of which is bounded however small it is packed. */
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import type { ReadPart } from "../archive.ts";
import { CHUNK_BYTES, chunkName } from "../contents.ts";

/** A database that is being put together. */
export class DatabasePieces {
  private file: FileHandle | null = null;
  private pieces = 0;

  /**
   * @param path - Where the database is made; nothing is there yet.
   */
  constructor(private readonly path: string) {}

  /**
   * Adds the next piece.
   *
   * @throws An error that names the piece when it is not the next one, cannot be unpacked, or is larger than any that
   * a backup has.
   */
  async add({ name, bytes }: ReadPart): Promise<void> {
    this.file ??= await open(this.path, "wx", 0o600);
    this.pieces += 1;
    if (name !== chunkName(this.pieces)) throw new Error(`${name} of the backup is not in its place`);
    await this.file.writeFile(await unpackPiece(name, bytes));
  }

  /** Brings it to disk. */
  async sync(): Promise<void> {
    await this.file?.sync();
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }
}

async function unpackPiece(name: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(zstdDecompress)(bytes, { maxOutputLength: CHUNK_BYTES });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    const what = isTooLarge ? "holds more than a backup puts into one piece" : "cannot be unpacked";
    // not with the cause: how large a piece may be says nothing to a person
    throw new Error(`${name} of the backup ${what}; use another copy, or an earlier backup`);
  }
}
