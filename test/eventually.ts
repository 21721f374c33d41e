/** Waits for what comes about. */
import type { Milliseconds } from "../src/vocabulary/units.ts";

const PATIENCE_MS: Milliseconds = 120_000;
const LOOK_EVERY_MS: Milliseconds = 10;

/**
 * Waits until it holds.
 *
 * @throws An exception when that takes too long.
 */
export async function eventually(holds: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${patienceMs} ms: ${holds.toString()}`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
