/** Makes series of model calls whose truth is known: how long each took, and which were held up. */
import { createRandom, type Random } from "../../../src/demo/work/random.ts";
import { DAY, HOUR, type Milliseconds, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import type { SessionName } from "../../../src/vocabulary/held-name.ts";

/** A call of the series. */
export interface MadeCall {
  session: SessionName;
  startedAt: Milliseconds;
  durationMs: Milliseconds;
  output: number;
  input: number;
  /** Which spike held it up; null for none. */
  spike: number | null;
  /** Whether it came after the model had become slower for good. */
  shifted: boolean;
}

/** What is to be made. */
export interface SeriesPlan {
  seed: string;
  developer: string;
  /** Working days, of 60 calls each. */
  days: number;
  /** Standard deviation of the logarithm of what tokens do not explain. */
  deviation: number;
  /** By how much calls in the afternoon take longer than in the morning. */
  season: number;
  /** Hold-ups: the call at which each begins, how many calls, how many times as long. */
  spikes: readonly { at: number; calls: number; times: number }[];
  /** The call from which everything takes longer, and how many times; null for none. */
  shift: { at: number; times: number } | null;
}

export const CALLS_A_DAY = 60;
const FIRST_DAY: Milliseconds = Date.UTC(2026, 8, 7);

/** Makes a series: log-normal around what tokens explain, five calls to a turn, turns minutes apart. */
export function makeSeries(plan: SeriesPlan): MadeCall[] {
  const random = createRandom(plan.seed);
  const calls: MadeCall[] = [];
  for (let day = 0; day < plan.days; day += 1) {
    let now = FIRST_DAY + day * DAY + 8 * HOUR + random.whole(0, 30) * MINUTE;
    for (let call = 0; call < CALLS_A_DAY; call += 1) {
      const made = makeCall(plan, { random, index: calls.length, now, day });
      calls.push(made);
      now += made.durationMs + (call % 5 === 4 ? random.whole(60, 600) : 2) * SECOND;
    }
  }
  return calls;
}

function makeCall(
  { developer, deviation, season, spikes, shift }: SeriesPlan,
  { random, index, now, day }: { random: Random; index: number; now: Milliseconds; day: number },
): MadeCall {
  const output = Math.round(random.around(500, 0.8));
  const input = Math.round(random.around(2_000, 1));
  const spike = spikes.findIndex(({ at, calls }) => index >= at && index < at + calls);
  const shifted = shift !== null && index >= shift.at;
  const hour = (now % DAY) / HOUR;
  const seasonal = 1 + season * Math.sin(((hour - 8) / 12) * Math.PI);
  const usual = 40 * (output + 50) ** 0.8 * (input + 1) ** 0.1;
  const slower = (spikes[spike]?.times ?? 1) * (shifted ? (shift?.times ?? 1) : 1);
  return {
    session: `${developer} ${day}` as SessionName,
    startedAt: Math.round(now),
    durationMs: Math.round(usual * seasonal * slower * random.around(1, deviation)),
    output,
    input,
    spike: spike === -1 ? null : spike,
    shifted,
  };
}
