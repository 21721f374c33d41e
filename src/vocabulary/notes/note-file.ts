/**
 * A short text in a file that is written again and again in its place.
 *
 * No write waits in the calling thread: on a disk that hangs, requests still get their answers.
 */
import { close, constants, fdatasync, fstatSync, openSync, write } from "node:fs";
import type { Bytes } from "../units.ts";

/** An open one. */
export class NoteFile {
  private next: { text: string; written: PromiseWithResolvers<void> } | null = null;
  private writing: Promise<void> | null = null;

  private constructor(
    private readonly file: number,
    private readonly blockBytes: Bytes,
    /** The longest that the file has been: what is behind the text must be overwritten. */
    private bytes: Bytes,
  ) {}

  /**
   * Opens it for this user only.
   *
   * @param multiple - The file's length is a multiple of this, so that no write leaves half of an earlier one.
   */
  static open(path: string, blockBytes: Bytes): NoteFile {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    return new NoteFile(file, blockBytes, fstatSync(file).size);
  }

  /**
   * Replaces the text; of several that wait, only the last one is written.
   *
   * @param text - One byte a character.
   * @returns Success once the text survives the death of the process, otherwise the disk's error.
   */
  write(text: string): Promise<void> {
    const written = this.next?.written ?? Promise.withResolvers<void>();
    this.next = { text, written };
    this.writing ??= this.writeAll();
    return written.promise;
  }

  /** Brings what was written to disk. */
  sync(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    fdatasync(this.file, (error) => (error === null ? resolve() : reject(error)));
    return promise;
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await this.writing;
    await new Promise<void>((done) => close(this.file, () => done()));
  }

  private async writeAll(): Promise<void> {
    for (let { next } = this; next !== null; { next } = this) {
      this.next = null;
      const { resolve, reject } = next.written;
      await this.writeBlocks(next.text).then(resolve, reject);
    }
    this.writing = null;
  }

  private writeBlocks(text: string): Promise<void> {
    const blocks = Math.ceil((text.length + 1) / this.blockBytes);
    this.bytes = Math.max(this.bytes, blocks * this.blockBytes);
    const line = text.padEnd(this.bytes - 1).concat("\n");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    write(this.file, line, 0, "latin1", (error) => (error === null ? resolve() : reject(error)));
    return promise;
  }
}
