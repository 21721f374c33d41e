/** The measuring loop: sessions that changed, or that the clock changes, are assembled and measured again. */
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { Measurer } from "./measurer.ts";

/** A running loop. */
export interface MeasuringLoop {
  /** Ends after `stop`, with the round it was at. */
  done: Promise<void>;
  stop(): void;
}

/** No session is measured more often. */
const ROUND_MS: Milliseconds = SECOND;
const STOP_POLL_MS: Milliseconds = 50;

/** Measures until stopped. Takes: what returns when it is this stage's turn to work. */
export function keepMeasuring(measurer: Measurer, turn: () => Promise<void>): MeasuringLoop {
  let stopping = false;
  async function rest(until: Milliseconds): Promise<void> {
    while (!stopping && performance.now() < until) await Bun.sleep(STOP_POLL_MS);
  }
  async function run(): Promise<void> {
    while (!stopping) {
      await turn();
      const nextRound = performance.now() + ROUND_MS;
      const { more } = await measurer.round();
      if (more)
        await Bun.sleep(0); // the thread's other stages have their turn
      else await rest(nextRound);
    }
  }
  return { done: run(), stop: () => void (stopping = true) };
}
