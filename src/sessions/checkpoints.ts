/** What stays in memory of sessions that go on, so that one more record costs only what it changes. */
import { LRUCache } from "lru-cache";
import type { SessionOf } from "../database/engine.ts";
import type { Event } from "../normaliser/event.ts";
import type { Chunks } from "../normaliser/sightings/chunks-table.ts";
import type { AssembledSession } from "../turns/session.ts";
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

/** Events of all sessions together: some 750 MB with everything that is computed from them. */
const MOST_EVENTS = 150_000;

/** Keeps the checkpoints of the sessions that changed last. */
export class Checkpoints {
  private readonly known = new LRUCache<string, Checkpoint>({
    maxSize: MOST_EVENTS,
    sizeCalculation: ({ events }) => events.length + 1,
  });

  get(session: SessionOf): Checkpoint | undefined {
    return this.known.get(nameOfWork(session));
  }

  /** Keeps a checkpoint in the place of the one before. */
  put(session: SessionOf, checkpoint: Checkpoint): void {
    this.known.set(nameOfWork(session), checkpoint);
  }
}
