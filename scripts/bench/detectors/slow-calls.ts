/** Holds latency_spike against series whose truth is known. */
import {
  findSlowCalls,
  type JudgedCall,
  type SlowCalls,
} from "../../../src/insights/throttle/detectors/latency-spike.ts";
import {
  LEARNED_FROM,
  learnUsualTimes,
  predictedTime,
  unusualness,
} from "../../../src/insights/throttle/detectors/predicted-time.ts";
import { USUAL_DAYS } from "../../../src/stalls/changed-days-table.ts";
import { CALLS_A_DAY, makeSeries, type MadeCall, type SeriesPlan } from "./series.ts";

/** Days that only serve to learn what is usual. */
export const LEARNING_DAYS = USUAL_DAYS;

/** A series, and what was found in the days after those that it was learned from. */
export interface Found {
  calls: MadeCall[];
  slow: SlowCalls[];
  /** Which call each judged one is. */
  placeOf: ReadonlyMap<JudgedCall, number>;
}

/** Judges each day by the 14 days before it, as the program does. */
export function findIn(plan: SeriesPlan): Found {
  const calls = makeSeries(plan);
  const placeOf = new Map<JudgedCall, number>();
  for (let day = LEARNING_DAYS; day < plan.days; day += 1) {
    const before = calls.slice((day - LEARNING_DAYS) * CALLS_A_DAY, day * CALLS_A_DAY);
    const step = before.length / Math.min(before.length, LEARNED_FROM);
    const sample = Array.from({ length: Math.min(before.length, LEARNED_FROM) }, (_, place) => {
      return before[Math.floor(place * step)] as MadeCall;
    });
    const usual = learnUsualTimes(sample);
    if (usual === null) throw new Error("a series without calls");
    for (let place = day * CALLS_A_DAY; place < (day + 1) * CALLS_A_DAY; place += 1) {
      const call = calls[place] as MadeCall;
      const { session, startedAt, durationMs } = call;
      const endedAt = startedAt + durationMs;
      const predictedMs = predictedTime(usual, call);
      placeOf.set({ session, startedAt, endedAt, predictedMs, z: unusualness(usual, call) }, place);
    }
  }
  return { calls, slow: findSlowCalls([...placeOf.keys()]), placeOf };
}

/** What became of the spikes and of the calls around them. */
export interface SpikeFigures {
  spikes: number;
  found: number;
  episodes: number;
  trueEpisodes: number;
  /** How many calls of each spike had come when it was found. */
  delays: number[];
  usualCalls: number;
  falseCalls: number;
}

export function countSpikes(plans: readonly SeriesPlan[]): SpikeFigures {
  const figures = { spikes: 0, found: 0, episodes: 0, trueEpisodes: 0, usualCalls: 0, falseCalls: 0 };
  const delays: number[] = [];
  for (const plan of plans) {
    const found = findIn(plan);
    const { calls, slow, placeOf } = found;
    const episodes = slow.map((each) => each.calls.map((call) => placeOf.get(call) ?? -1));
    const isHeldUp = (place: number) => calls[place]?.spike !== null;
    figures.spikes += plan.spikes.length;
    figures.episodes += episodes.length;
    figures.trueEpisodes += episodes.filter((places) => places.some(isHeldUp)).length;
    figures.falseCalls += episodes.flat().filter((place) => !isHeldUp(place)).length;
    figures.usualCalls += [...placeOf.values()].filter((place) => !isHeldUp(place)).length;
    for (const { at, calls: length } of plan.spikes) {
      const seen = episodes.flat().filter((place) => place >= at && place < at + length);
      if (seen.length === 0) continue;
      figures.found += 1;
      delays.push(delayOf(found, { at, within: length, isIt: () => true }) ?? length);
    }
  }
  return { ...figures, delays };
}

/** Returns after how many calls the shift was found; null when it never was. */
export function shiftDelay(plan: SeriesPlan): number | null {
  return delayOf(findIn(plan), {
    at: plan.shift?.at ?? 0,
    within: 120,
    isIt: ({ kind }) => kind === "shift",
  });
}

/** Looks again after each call, as if it were the last that is known. */
function delayOf(
  { placeOf }: Found,
  { at, within, isIt }: { at: number; within: number; isIt: (slow: SlowCalls) => boolean },
): number | null {
  const judged = [...placeOf.keys()];
  const first = placeOf.get(judged[0] as JudgedCall) ?? 0;
  for (let after = 1; after <= within; after += 1) {
    const known = judged.slice(Math.max(0, at - first - 40), at - first + after);
    const isSeen = ({ calls }: SlowCalls) => calls.some((call) => (placeOf.get(call) ?? -1) >= at);
    if (findSlowCalls(known).some((slow) => isIt(slow) && isSeen(slow))) return after;
  }
  return null;
}
