/** Writes notes of one node into a bucket, soon and until they are there: the newest text of each key only. */
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { Bucket } from "./bucket.ts";

/** Changes that come faster than this are written together. */
const WRITE_EVERY_MS: Milliseconds = SECOND / 5;
const RETRY_WAIT_MS: Milliseconds = SECOND / 4;

/** What waits to be written. */
export class KeptNotes {
  private readonly wanted = new Map<string, string>();
  private writing: Promise<void> | null = null;
  private over = false;

  constructor(private readonly bucket: Promise<Bucket>) {}

  /** Puts a text under a key, as soon as the servers take it. */
  put(key: string, text: string): void {
    this.wanted.set(key, text);
    this.writing ??= this.writeAll();
  }

  /** Returns when everything is written, or the time is over. */
  async close(withinMs: Milliseconds): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, withinMs);
    await Promise.race([this.writing, late.promise]);
    clearTimeout(timer);
    this.over = true;
  }

  private async writeAll(): Promise<void> {
    const bucket = await this.bucket;
    while (this.wanted.size > 0 && !this.over) {
      const written = await Promise.all([...this.wanted].map((note) => this.write(bucket, note)));
      await Bun.sleep(written.every(Boolean) ? WRITE_EVERY_MS : RETRY_WAIT_MS);
    }
    this.writing = null;
  }

  private async write(bucket: Bucket, [key, text]: [string, string]): Promise<boolean> {
    try {
      await bucket.put(key, text);
      if (this.wanted.get(key) === text) this.wanted.delete(key);
      return true;
    } catch {
      return false; // the servers are away; it is tried again
    }
  }
}
