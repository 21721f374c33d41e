/** The baselines' loop: learns new versions when it is time, and recomputes what admins asked for, step by step. */
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { learnDue } from "./learn-due.ts";
import { recomputeNext } from "./recompute.ts";
import { readRemaking } from "../remaking.ts";

/** What the loop works with. */
export interface KeepBaselinesParts {
  database: Database;
  clock: Clock;
  /** Returns when it is this stage's turn to work. */
  turn(): Promise<void>;
  stopping: AbortSignal;
}

const LEARN_EVERY_MS: Milliseconds = 2 * SECOND;
const IDLE_WAIT_MS: Milliseconds = SECOND / 4;

/** Works until stopped; a recompute that is not over then goes on at the next start. */
export async function keepBaselines(parts: KeepBaselinesParts): Promise<void> {
  const inVain = new Map<string, Milliseconds>();
  let learnAt = 0;
  while (!parts.stopping.aborted) {
    await parts.turn();
    // what is usual is not learned from half of the rows
    if (performance.now() >= learnAt && (await readRemaking(parts.database)) === null) {
      await learnDue(parts.database, parts.clock(), inVain);
      learnAt = performance.now() + LEARN_EVERY_MS;
    }
    const done = await recomputeNext(parts.database);
    // Even without waiting it sleeps, so that the thread's other stages have their turn.
    await Bun.sleep(done === null ? IDLE_WAIT_MS : 0);
  }
}
