/** What is known of throttling on one day of an organization. */
import type { OwnedCalls } from "../../turns/latency/call-hours-table.ts";
import { DAY, HOUR, type Instant } from "../../vocabulary/units.ts";
import { USUAL_DAYS } from "../../stalls/changed-days-table.ts";
import {
  LEARNED_FROM,
  learnUsualTimes,
  type TimedCall,
  type UsualTimes,
} from "./detectors/predicted-time.ts";
import type { Episode } from "./episode.ts";
import type { BudgetStop } from "./retry-episodes.ts";
import type { UsualByModel } from "./slow-episodes.ts";

/** A sample of a day's calls, from which a model's usual times are learned. */
export type Samples = readonly (readonly [model: string | null, calls: readonly TimedCall[]])[];

/** A developer's calls of one model. */
export interface ModelCounts {
  model: string | null;
  calls: number;
  /** Those that worked and say how long they took. */
  timed: number;
  failed: number;
  /** Failed ones that have a status. */
  told: number;
}

/** One developer's day. */
export interface PersonDay {
  developer: string;
  /** One bit for each hour, UTC, in which a call began. */
  hours: number;
  models: ModelCounts[];
}

export interface DayTrouble {
  samples: Samples;
  people: PersonDay[];
  /** Pauses after trouble among them, whether they recur or not. */
  episodes: Episode[];
  budgetStops: BudgetStop[];
}

const A_DAYS_SHARE = Math.floor(LEARNED_FROM / USUAL_DAYS);
const FEW_CALLS = 30;

/** Returns the calls that began on the day. */
export function callsOfDay(calls: readonly OwnedCalls[], day: number): OwnedCalls[] {
  return calls.filter(({ hour }) => Math.floor(hour / DAY) === day);
}

/** Picks calls that worked, spread evenly over the day; of all models, by name. */
export function sampleCalls(calls: readonly OwnedCalls[]): Samples {
  const byModel = Map.groupBy(calls, ({ model }) => model);
  return [...byModel]
    .map(([model, hours]) => [model, spreadOut(hours)] as const)
    .filter(([, sample]) => sample.length > 0)
    .toSorted(([left], [right]) => (left ?? "").localeCompare(right ?? ""));
}

function spreadOut(hours: readonly OwnedCalls[]): TimedCall[] {
  const timed = hours
    .flatMap(({ calls }) => calls)
    .flatMap(({ startedAt, durationMs, output, uncached }) =>
      durationMs === null ? [] : [{ startedAt, durationMs, output, input: uncached }],
    )
    .sort((left, right) => left.startedAt - right.startedAt || left.durationMs - right.durationMs);
  const step = Math.max(1, timed.length / A_DAYS_SHARE);
  const count = Math.min(timed.length, A_DAYS_SHARE);
  return Array.from({ length: count }, (_, place) => timed[Math.floor(place * step)]).flatMap((call) => {
    if (call === undefined) return [];
    const { durationMs, output, input } = call;
    return [{ durationMs, output, input }];
  });
}

/**
 * What is usual on a day for each model that was called on it.
 *
 * @remarks Takes samples of the 14 days before, and all calls of the day itself, which are only looked at
 *   where those are few.
 */
export function usualOfDay(before: readonly Samples[], today: readonly OwnedCalls[]): UsualByModel {
  const called = new Set(today.map(({ model }) => model));
  // two weeks can have very many models that nobody called today
  const known = Map.groupBy(
    before.flatMap((samples) => samples.filter(([model]) => called.has(model))),
    ([model]) => model,
  );
  const usual = new Map<string | null, UsualTimes>();
  for (const [model, hours] of Map.groupBy(today, (hour) => hour.model)) {
    const earlier = (known.get(model) ?? []).flatMap(([, calls]) => calls);
    const times = learnUsualTimes(earlier.length < FEW_CALLS ? [...earlier, ...spreadOut(hours)] : earlier);
    if (times !== null) usual.set(model, times);
  }
  return usual;
}

/** Counts each developer's calls of a day. */
export function countPeople(calls: readonly OwnedCalls[]): PersonDay[] {
  return [...Map.groupBy(calls, ({ developer }) => developer)].map(([developer, theirs]) => ({
    developer,
    hours: theirs.reduce((bits, { hour }) => bits | (1 << hourOfDay(hour)), 0),
    models: [...Map.groupBy(theirs, ({ model }) => model)].map(([model, hours]) => countCalls(model, hours)),
  }));
}

function hourOfDay(at: Instant): number {
  return Math.floor((at % DAY) / HOUR);
}

function countCalls(model: string | null, hours: readonly OwnedCalls[]): ModelCounts {
  const calls = hours.flatMap((hour) => hour.calls);
  const failed = calls.filter((call) => call.failed);
  return {
    model,
    calls: calls.length,
    timed: calls.filter(({ durationMs }) => durationMs !== null).length,
    failed: failed.length,
    told: failed.filter(({ status }) => status !== null).length,
  };
}
