/** Keeps a node's note in a bucket up to date, whenever the servers take it. */
import type { StreamConnection } from "../../stream/connection.ts";
import { type Bucket, type HeldNote, openBucket } from "../../stream/notes/bucket.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** What keeping needs. */
export interface NoteParts {
  /** Settled once the servers were reached. */
  connected: Promise<StreamConnection>;
  bucket: string;
  node: string;
  everyMs: Milliseconds;
  /**
   * Takes what an earlier start of a node of this name has left, and the notes of others; called before the first text
   * is asked for, and again when it could not be read.
   *
   * @returns Those of gone nodes that nobody needs once this note is written: nodes may have another name at each start.
   */
  begin(earlier: string | null, others: readonly HeldNote[]): readonly HeldNote[];
  /** Returns the note as it is now; null for none yet. */
  text(): string | null;
}

/** A note that is kept. */
export interface KeptNote {
  /** Writes it a last time, if that takes no longer. */
  stop(withinMs: Milliseconds): Promise<void>;
}

/** Begins; what the servers do not take is written at another beat. */
export function keepNote(parts: NoteParts): KeptNote {
  const { connected, bucket: name, node, everyMs } = parts;
  let bucket: Bucket | null = null;
  let written: string | null = null;
  let needless: readonly HeldNote[] = [];

  async function open(): Promise<Bucket> {
    const opened = await openBucket(await connected, name);
    const notes = await opened.all();
    written = notes.find(({ key }) => key === node)?.text ?? null;
    needless = parts.begin(
      written,
      notes.filter(({ key }) => key !== node),
    );
    return opened;
  }

  async function write(): Promise<void> {
    bucket ??= await open();
    const now = parts.text();
    if (now !== null && now !== written) await bucket.put(node, now);
    written = now ?? written;
    for (const note of needless) await bucket.forget(note);
    needless = [];
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
