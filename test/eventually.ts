/** Waits for what comes about. */
import type { Milliseconds } from "../src/vocabulary/units.ts";

const PATIENCE_MS: Milliseconds = 300_000;
/** Many tests at once that look every 10 ms take from each other the time that they wait for. */
const SHORTEST_PAUSE_MS: Milliseconds = 10;
const LONGEST_PAUSE_MS: Milliseconds = 250;

/**
 * Waits until it holds, and looks less often the longer that takes.
 *
 * @throws An exception when that takes too long.
 */
export async function eventually(holds: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const looking = looksOf(holds, patienceMs);
  while (!(await holds())) await looking.pause();
}

/**
 * Asks until there is an answer, in the same way.
 *
 * @throws An exception when that takes too long.
 */
export async function eventuallyAnswered<Answer>(ask: () => Promise<Answer | null>): Promise<Answer> {
  const looking = looksOf(ask, PATIENCE_MS);
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await looking.pause();
  }
}

/** A pause is a tenth of what was waited already, within bounds. */
function looksOf(look: () => Promise<unknown>, patienceMs: Milliseconds) {
  const begunAt = performance.now();
  return {
    async pause(): Promise<void> {
      const waitedMs = performance.now() - begunAt;
      if (waitedMs > patienceMs) throw new Error(`not within ${patienceMs} ms: ${look.toString()}`);
      await Bun.sleep(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waitedMs / 10)));
    },
  };
}
