/**
 * The measuring stage: it assembles sessions that changed, or that the passing of time changes, and computes their
 * metrics again.
 */
import { MORE, restUpTo, type Stage } from "../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { Measurer } from "./measurer.ts";

/** The shortest time between two computations of one session. */
const ROUND_MS: Milliseconds = SECOND;
/** The passing of time changes sessions too. */
const LOOK_EVERY_MS: Milliseconds = 5 * SECOND;

export function measuringStage(measurer: Measurer): Stage {
  return {
    name: "metrics",
    failing: "could not measure sessions that changed; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const nextRound = performance.now() + ROUND_MS;
      const { measured, more } = await measurer.round();
      if (more) return MORE;
      // whoever writes wakes it too, before what is written is examined
      const leastMs = measured === 0 ? 0 : Math.max(0, nextRound - performance.now());
      return restUpTo(LOOK_EVERY_MS, { leastMs, didWork: measured > 0 });
    },
  };
}
