/** What stays in memory of sessions that go on, so that one more record costs only what it changes. */
import { LRUCache } from "lru-cache";
import type { SessionOf } from "../database/engine.ts";
import type { Event } from "../normaliser/event.ts";
import type { Chunks } from "../normaliser/sightings/chunks-table.ts";
import type { AssembledSession } from "../turns/session.ts";
import { HOUR, type Milliseconds } from "../vocabulary/units.ts";
import { nameOfWork } from "./set-aside.ts";

/**
 * What a session was assembled from, and how. Each step takes from it what did not change, as the same objects, and
 * computes the rest: nothing is wrong if it is missing.
 */
export interface Checkpoint {
  chunks: Chunks;
  events: readonly Event[];
  assembled: AssembledSession;
}

/** Events of all sessions together: some 300 MB of JavaScript's with everything that is computed from them. */
const MOST_EVENTS = 100_000;
/** How long a session may rest. One that goes on later is read again once. */
const KEPT_FOR: Milliseconds = HOUR;
/** So many sessions without a checkpoint are remembered by their length. */
const MOST_LENGTHS = 20_000;

/** Keeps the checkpoints of the sessions that grew last. Most sessions of an import come whole, and none is kept. */
export class Checkpoints {
  private readonly known: LRUCache<string, Checkpoint>;
  /** How many events each session without a checkpoint had. */
  private readonly lengths = new LRUCache<string, number>({ max: MOST_LENGTHS });

  /** @param elapsed - A clock that never jumps. */
  constructor(elapsed: () => Milliseconds = () => performance.now()) {
    this.known = new LRUCache({
      maxSize: MOST_EVENTS,
      sizeCalculation: ({ events }) => events.length + 1,
      ttl: KEPT_FOR,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: { now: elapsed },
    });
  }

  get(session: SessionOf): Checkpoint | undefined {
    return this.known.get(nameOfWork(session));
  }

  has(session: SessionOf): boolean {
    return this.known.has(nameOfWork(session));
  }

  /** Keeps a checkpoint in the place of the one before; the first one only once the session has grown. */
  put(session: SessionOf, checkpoint: Checkpoint): void {
    const name = nameOfWork(session);
    const { length } = checkpoint.events;
    if (this.known.has(name) || length > (this.lengths.get(name) ?? Infinity)) {
      this.known.set(name, checkpoint);
      this.lengths.delete(name);
    } else this.lengths.set(name, length);
  }

  /** Forgets the sessions that rest. */
  forgetResting(): void {
    this.known.purgeStale();
  }
}
