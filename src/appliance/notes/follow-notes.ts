/** Follows what all nodes have noted in a bucket. */
import type { StreamConnection } from "../../stream/connection.ts";
import { openBucket } from "../../stream/notes/bucket.ts";
import type { BucketWatch } from "../../stream/notes/watch-bucket.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** Notes by node. */
export interface FollowedNotes<Note> {
  all(): readonly Note[];
  /** How often any of them has changed. */
  readonly changes: number;
  stop(): void;
}

const RETRY_MS: Milliseconds = SECOND;

/** Begins to follow them; what cannot be read as a note is left out. */
export function followNotes<Note>(
  connection: StreamConnection,
  { bucket: name, read, log }: { bucket: string; read(text: string): Note | null; log: Log },
): FollowedNotes<Note> {
  const notes = new Map<string, Note>();
  let watch: BucketWatch | null = null;
  let [stopped, changes] = [false, 0];

  function take(node: string, text: string | null): void {
    changes += 1;
    const note = text === null ? null : read(text);
    if (note === null) notes.delete(node);
    else notes.set(node, note);
  }

  async function begin(): Promise<void> {
    for (let isReported = false; !stopped; isReported = true) {
      try {
        watch = (await openBucket(connection, name)).watch(take, log);
        return;
      } catch (error) {
        if (!isReported)
          log.warning("notes of other nodes cannot be read; trying again", { reason: describeError(error) });
        await Bun.sleep(RETRY_MS);
      }
    }
  }
  void begin();

  return {
    all: () => [...notes.values()],
    get changes() {
      return changes;
    },
    stop() {
      stopped = true;
      watch?.stop();
    },
  };
}
