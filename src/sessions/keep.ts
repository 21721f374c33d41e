/**
 * The measuring stage: it assembles sessions that changed, or that the passing of time changes, and computes their
 * metrics again.
 */
import { MORE, restUpTo, type Stage } from "../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { Measurer } from "./measurer.ts";

/** Many records of a session that come within this time are one computation, not many. */
const ROUND_MS: Milliseconds = SECOND;
/** After little work it rests only so many times as long as that took, so that what is examined next is measured soon. */
const RESTS = 4;
/** The passing of time changes sessions too. */
const LOOK_EVERY_MS: Milliseconds = 5 * SECOND;

export function measuringStage(measurer: Measurer): Stage {
  // rounds without a rest between them are one: each with a rest of its own would let records wait
  let begunAt: Milliseconds | null = null;
  return {
    name: "metrics",
    failing: "could not measure sessions that changed; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      begunAt ??= performance.now();
      const { measured, more } = await measurer.round();
      if (more) return MORE;
      const took = performance.now() - begunAt;
      begunAt = null;
      // whoever writes wakes it too, before what is written is examined
      const leastMs = measured === 0 ? 0 : restAfter(took);
      return restUpTo(LOOK_EVERY_MS, { leastMs, didWork: measured > 0 });
    },
  };
}

function restAfter(took: Milliseconds): Milliseconds {
  return Math.max(0, Math.min(ROUND_MS - took, RESTS * took));
}
