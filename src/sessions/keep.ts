/** The measuring stage: sessions that changed, or that the clock changes, are assembled and measured again. */
import { MORE, restUpTo, type Stage } from "../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { Measurer } from "./measurer.ts";

/** No session is measured more often. */
const ROUND_MS: Milliseconds = SECOND;
/** The clock changes sessions too. */
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
      const leastMs = Math.max(0, nextRound - performance.now());
      return restUpTo(LOOK_EVERY_MS, { leastMs, didWork: measured > 0 });
    },
  };
}
