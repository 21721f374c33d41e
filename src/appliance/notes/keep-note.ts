/** Keeps a node's note in a bucket up to date, whenever the servers take it. */
import type { StreamConnection } from "../../stream/connection.ts";
import { type Bucket, openBucket } from "../../stream/notes/bucket.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** What keeping needs. */
export interface NoteParts {
  /** Settled once the servers were reached. */
  connected: Promise<StreamConnection>;
  bucket: string;
  node: string;
  everyMs: Milliseconds;
  /** Takes what an earlier start of a node of this name has left; called before the first text is asked for. */
  begin(earlier: string | null): void;
  /** Returns the note as it is now; null for none yet. */
  text(): string | null;
}

/** A note that is kept. */
export interface KeptNote {
  /** Writes it a last time, if that takes no longer. */
  stop(withinMs: Milliseconds): Promise<void>;
}

/** Begins; what the servers do not take is written at another beat. */
export function keepNote({ connected, bucket: name, node, everyMs, begin, text }: NoteParts): KeptNote {
  let bucket: Bucket | null = null;
  let written: string | null = null;

  async function open(): Promise<Bucket> {
    const opened = await openBucket(await connected, name);
    written = (await opened.get(node))?.text ?? null;
    begin(written);
    return opened;
  }

  async function write(): Promise<void> {
    bucket ??= await open();
    const now = text();
    if (now === null || now === written) return;
    await bucket.put(node, now);
    written = now;
  }

  let writing: Promise<void> | null = null;
  const beat = (): Promise<void> =>
    (writing ??= write()
      .catch(() => {}) // the servers are away, which readiness says
      .finally(() => (writing = null)));
  const timer = setInterval(() => void beat(), everyMs);
  void beat();
  return {
    async stop(withinMs) {
      clearInterval(timer);
      const { promise: tooLate, resolve } = Promise.withResolvers<void>();
      const late = setTimeout(resolve, withinMs);
      await Promise.race([(writing ?? Promise.resolve()).then(beat), tooLate]);
      clearTimeout(late);
    },
  };
}
