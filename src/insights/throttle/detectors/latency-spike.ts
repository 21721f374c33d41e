/** latency_spike: calls of one developer and model that took far longer than such calls do, for a while or lastingly. */
import { type Instant, type Milliseconds, MINUTE } from "../../../vocabulary/units.ts";
import { medianOf } from "../../../turns/latency/percentiles.ts";
import type { SessionName } from "../../../vocabulary/held-name.ts";

/** A call that worked, and how unusual it was. */
export interface JudgedCall {
  session: SessionName;
  startedAt: Instant;
  endedAt: Instant;
  predictedMs: Milliseconds;
  /** Its modified z. */
  z: number;
}

/** Slow calls that belong together, by their end. */
export interface SlowCalls {
  kind: "spike" | "shift";
  calls: JudgedCall[];
}

const USUAL_Z = 1.5;
const HIGH_Z = 2.5;
const VERY_HIGH_Z = 3.5;
const AT_LEAST_TIMES = 2;
const USUAL_IN_A_ROW = 3;
/** A pause this long ends a spike: what follows it says nothing about what was before. */
const LONGEST_PAUSE: Milliseconds = 30 * MINUTE;

const SHIFT_CALLS = 25;
const SHIFT_Z = 1.4;

/**
 * Finds spikes and lasting shifts.
 *
 * @param calls - The calls of one developer and one model, by their end.
 * @returns Spikes and shifts, each by the end of its first call. A spike within a shift is only reported where it
 *   stands out from the shift as well.
 * @see docs/scoring.md, "latency_spike".
 */
export function findSlowCalls(calls: readonly JudgedCall[]): SlowCalls[] {
  const shifts = findShifts(calls);
  const shifted = new Map(shifts.flatMap((shift) => shift.calls.map((call) => [call, shift] as const)));
  const spikes = findSpikes(calls).filter((spike) => standsOut(spike, shifted));
  return [...shifts, ...spikes].toSorted((left, right) => firstEnd(left) - firstEnd(right));
}

function findSpikes(calls: readonly JudgedCall[]): SlowCalls[] {
  const spikes: SlowCalls[] = [];
  let latest: JudgedCall[] = [];
  let open: SlowCalls | null = null;
  let usualInARow = 0;
  for (const call of calls) {
    const last = latest.at(-1);
    if (last !== undefined && call.startedAt - last.endedAt > LONGEST_PAUSE) [latest, open] = [[], null];
    latest = [...latest, call].slice(-5);
    if (open === null) {
      open = opensSpike(latest);
      if (open !== null) spikes.push(open);
      usualInARow = 0;
      continue;
    }
    if (call.z >= USUAL_Z) open.calls.push(call);
    usualInARow = call.z < USUAL_Z ? usualInARow + 1 : 0;
    if (usualInARow === USUAL_IN_A_ROW) [latest, open] = [[], null];
  }
  return spikes.map((spike) => ({ ...spike, calls: spike.calls.slice(0, lastHigh(spike.calls) + 1) }));
}

/** Calls after the last unusual one are no part of it: that they are a little slow may be chance. */
function lastHigh(calls: readonly JudgedCall[]): number {
  return calls.findLastIndex(isHigh);
}

function opensSpike(latest: readonly JudgedCall[]): SlowCalls | null {
  const last = latest.at(-1);
  if (last === undefined || slowdownOf(last) < AT_LEAST_TIMES) return null;
  const lastThree = latest.slice(-3);
  if (lastThree.filter(({ z }) => z > VERY_HIGH_Z).length >= 2)
    return { kind: "spike", calls: lastThree.filter(isHigh) };
  if (latest.filter(isHigh).length >= 4) return { kind: "spike", calls: latest.filter(isHigh) };
  return null;
}

function isHigh({ z }: JudgedCall): boolean {
  return z > HIGH_Z;
}

/** Returns how many times as long as predicted the call took. */
function slowdownOf({ startedAt, endedAt, predictedMs }: JudgedCall): number {
  return (endedAt - startedAt) / Math.max(1, predictedMs);
}

function findShifts(calls: readonly JudgedCall[]): SlowCalls[] {
  const shifts: SlowCalls[] = [];
  let open: SlowCalls | null = null;
  for (const [index, call] of calls.entries()) {
    const latest = calls.slice(Math.max(0, index + 1 - SHIFT_CALLS), index + 1);
    if (open !== null) {
      if (!areSlow(latest)) open = null;
      else if (call.z >= SHIFT_Z) open.calls.push(call);
    } else if (latest.length === SHIFT_CALLS && areLastinglySlow(latest)) {
      open = { kind: "shift", calls: latest.filter(({ z }) => z >= SHIFT_Z) };
      shifts.push(open);
    }
  }
  return shifts;
}

function areSlow(calls: readonly JudgedCall[]): boolean {
  // looked at for every call, and sorting costs far more than counting
  const slow = calls.reduce((count, { z }) => count + Number(z >= SHIFT_Z), 0);
  return 2 * slow >= calls.length && (medianOf(calls.map(({ z }) => z)) ?? 0) >= SHIFT_Z;
}

/** In each of its thirds: a spike fills one or two of them, however high it is. */
function areLastinglySlow(calls: readonly JudgedCall[]): boolean {
  const [third, twoThirds] = [calls.length / 3, (2 * calls.length) / 3];
  return (
    areSlow(calls) &&
    areSlow(calls.slice(0, third)) &&
    areSlow(calls.slice(third, twoThirds)) &&
    areSlow(calls.slice(twoThirds))
  );
}

function standsOut(spike: SlowCalls, shifted: ReadonlyMap<JudgedCall, SlowCalls>): boolean {
  const [shift] = spike.calls.flatMap((call) => shifted.get(call) ?? []);
  if (shift === undefined) return true;
  return usualSlowdown(spike) >= AT_LEAST_TIMES * usualSlowdown(shift);
}

/** Returns the median of how many times as long as predicted the calls took. */
export function usualSlowdown({ calls }: SlowCalls): number {
  return medianOf(calls.map(slowdownOf)) ?? 1;
}

function firstEnd({ calls }: SlowCalls): Instant {
  return calls[0]?.endedAt ?? 0;
}
