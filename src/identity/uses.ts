/** Collects uses of keys and sign-ins, so that a busy one costs one write a minute and not one a request. */
import type { Clock } from "../vocabulary/clock.ts";
import { type Instant, type Milliseconds, MINUTE } from "../vocabulary/units.ts";

/** That something was used, by its id. */
export interface Use {
  id: string;
  at: Instant;
}

/** What was used and is not yet passed on. */
export interface Uses {
  note(id: string): void;
  /** When it was used last; null when that is passed on, or was never noted. */
  waiting(id: string): Instant | null;
  /** Passes on what is due. Run it every few seconds. */
  passOn(): Promise<void>;
}

const PASSED_ON_EVERY: Milliseconds = MINUTE;

/** @remarks Takes what keeps the newest uses, in batches. */
export function createUses(clock: Clock, record: (uses: readonly Use[]) => void | Promise<void>): Uses {
  const waiting = new Map<string, Instant>();
  const passedOnAt = new Map<string, Instant>();
  return {
    note: (id) => void waiting.set(id, clock()),
    waiting: (id) => waiting.get(id) ?? null,
    async passOn() {
      const now = clock();
      for (const [id, at] of passedOnAt) if (now - at >= PASSED_ON_EVERY) passedOnAt.delete(id);
      const due = [...waiting].filter(([id]) => !passedOnAt.has(id));
      for (const [id] of due) {
        waiting.delete(id);
        passedOnAt.set(id, now);
      }
      if (due.length > 0) await record(due.map(([id, at]) => ({ id, at })));
    },
  };
}
