/** Waits until everything that was sent is examined and scored. */
import { type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import type { BenchedAppliance } from "./appliance.ts";

interface Lagging {
  lag: { records: number | null; sessions: number | null } | null;
}

const LOOK_EVERY_MS: Milliseconds = SECOND / 4;
/** What was just sent is reported later: the writer gathers for a second, and stages report twice a second. */
const NOTHING_WAITS_FOR_MS: Milliseconds = 2 * SECOND;

/** @returns When something waited last, as `performance.now()` says it. */
export async function caughtUp({ port, key }: BenchedAppliance): Promise<Milliseconds> {
  let waitedAt = performance.now();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/admin/status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { stages } = (await answer.json()) as { stages: Lagging[] };
    const waiting = stages.map(({ lag }) => (lag?.records ?? 0) + (lag?.sessions ?? 0));
    const now = performance.now();
    if (waiting.some((count) => count > 0)) waitedAt = now;
    else if (now - waitedAt >= NOTHING_WAITS_FOR_MS) return waitedAt;
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
