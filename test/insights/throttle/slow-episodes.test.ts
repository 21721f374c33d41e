import { describe, expect, test } from "bun:test";
import { countPeople, sampleCalls, usualOfDay } from "../../../src/insights/throttle/day.ts";
import { findSlowEpisodes } from "../../../src/insights/throttle/slow-episodes.ts";
import { joinDays, joinPeople } from "../../../src/insights/throttle/join-episodes.ts";
import { summarize } from "../../../src/insights/throttle/summarize.ts";
import type { OwnedCalls } from "../../../src/turns/latency/call-hours-table.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { named } from "../../session-names.ts";

const DAY_NUMBER = 20_760;
const MIDNIGHT = DAY_NUMBER * DAY;
const ORGANIZATION = "acme";

/** Calls of one session, a minute apart. */
function callsFrom(developer: string, from: number, durations: readonly number[]): OwnedCalls[] {
  return durations.map((seconds, index) => {
    const startedAt = from + index * MINUTE;
    const hour = Math.floor(startedAt / HOUR) * HOUR;
    const call = { startedAt, failed: false, durationMs: seconds * SECOND, status: null };
    const calls = [{ ...call, output: 500, uncached: 900 }];
    return { session: named(`of ${developer}`), developer, model: "model-a", hour, calls };
  });
}

/** The same calls at another time. */
function moved(owned: OwnedCalls, by: number): OwnedCalls {
  const calls = owned.calls.map((call) => ({ ...call, startedAt: call.startedAt + by }));
  return { ...owned, hour: owned.hour + by, calls };
}

const USUAL = Array.from({ length: 40 }, (_, index) => 9 + (index % 5) / 2);
const learned = callsFrom("one", MIDNIGHT - 3 * DAY, USUAL);
const usual = usualOfDay([sampleCalls(learned)], learned);

function findOn(day: number, calls: readonly OwnedCalls[]) {
  return findSlowEpisodes(calls, usual, { organization: ORGANIZATION, day });
}

describe("slow episodes", () => {
  test("are none without calls, and with a single one", () => {
    expect(findOn(DAY_NUMBER, [])).toEqual([]);
    expect(findOn(DAY_NUMBER, callsFrom("one", MIDNIGHT + HOUR, [900]))).toEqual([]);
    const alone = callsFrom("one", MIDNIGHT, [900]);
    expect(usualOfDay([], alone).get("model-a")?.residual).toBe(0);
  });

  test("lose what is beyond the predicted time", () => {
    const [episode] = findOn(DAY_NUMBER, callsFrom("one", MIDNIGHT + HOUR, [10, 50, 50, 10, 10, 10]));
    const lost = episode?.stalls.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(lost).toBeGreaterThan(2 * 39 * SECOND);
    expect(lost).toBeLessThan(2 * 41 * SECOND);
  });

  test("are the provider's when another session saw it within five minutes", () => {
    const slow = [10, 50, 50, 10, 10, 10];
    const alone = findOn(DAY_NUMBER, callsFrom("one", MIDNIGHT + HOUR, slow));
    expect(alone.map(({ scope }) => scope)).toEqual(["local"]);
    const both = ["one", "other"].flatMap((developer) => callsFrom(developer, MIDNIGHT + HOUR, slow));
    expect(findOn(DAY_NUMBER, both).map(({ scope }) => scope)).toEqual(["provider", "provider"]);
    const [shared, ...others] = joinPeople(findOn(DAY_NUMBER, both));
    expect(others).toEqual([]);
    expect(shared?.people.map(({ developer }) => developer)).toEqual(["one", "other"]);
  });

  test("lose no less than nothing when a clock jumps back, and find the same in any order", () => {
    const slow = callsFrom("one", MIDNIGHT + 3 * HOUR, [10, 50, 50, 50, 10, 10, 10]);
    // the machine's clock is set back by two hours in the middle of the work
    const calls = slow.map((owned, index) => (index < 3 ? owned : moved(owned, -2 * HOUR)));
    const found = findOn(DAY_NUMBER, calls);
    for (const { startedAt, endedAt, stalls } of found) {
      expect(endedAt).toBeGreaterThanOrEqual(startedAt);
      for (const { start, end } of stalls) expect(end).toBeGreaterThanOrEqual(start);
    }
    expect(findOn(DAY_NUMBER, calls.toReversed())).toEqual(found);
  });

  test("that last past midnight are reported on both days, and are one", () => {
    const calls = callsFrom("one", MIDNIGHT - 5 * MINUTE, [10, 50, 50, 50, 50, 50, 50, 50, 10, 10, 10]);
    const evening = calls.filter(({ hour }) => hour < MIDNIGHT);
    const [before, after] = [findOn(DAY_NUMBER - 1, evening), findOn(DAY_NUMBER, calls)];
    expect([...before, ...after].map(({ continues }) => continues)).toEqual([false, true]);
    const [whole, ...others] = joinDays([...before, ...after]);
    expect(others).toEqual([]);
    expect(whole?.evidence).toMatchObject({ calls: 7 });
    expect([whole?.startedAt, whole?.endedAt]).toEqual([
      MIDNIGHT - 4 * MINUTE,
      MIDNIGHT + 2 * MINUTE + 50 * SECOND,
    ]);
  });

  test("count a call once for its model, also in a spike within a lasting shift", () => {
    const shift = Array.from({ length: 40 }, () => 11.16); // slow enough for a shift, and not for a spike
    const calls = callsFrom("one", MIDNIGHT + HOUR, [...shift, 90, 90, 90, ...shift]);
    const episodes = findOn(DAY_NUMBER, calls);
    expect(episodes.map(({ evidence }) => evidence)).toMatchObject([
      { lasting: true, calls: 83 },
      { lasting: false, calls: 3 },
    ]);
    const days = [{ day: DAY_NUMBER, people: countPeople(calls) }];
    const { models } = summarize({ episodes, slots: [], days, budgetStops: [], agents: [] });
    expect(models).toMatchObject([{ calls: 83, slowCalls: 83 }]);
  });

  test("go on with nothing that was over days before", () => {
    const calls = callsFrom("one", MIDNIGHT - 5 * MINUTE, [10, 50, 50, 50, 50, 50, 50, 50, 10, 10, 10]);
    const [rest] = findOn(DAY_NUMBER, calls);
    const earlier = findOn(DAY_NUMBER - 9, callsFrom("one", MIDNIGHT - 9 * DAY, [10, 50, 50, 10, 10, 10]));
    expect(joinDays([...earlier, ...(rest === undefined ? [] : [rest])])).toHaveLength(2);
  });

  test("are the same whatever order the calls are read in", () => {
    const calls = ["one", "other"].flatMap((developer) =>
      callsFrom(developer, MIDNIGHT + HOUR, [10, 50, 50, 10, 60, 10]),
    );
    const ids = (found: ReturnType<typeof findOn>) => found.map(({ id }) => id).toSorted();
    expect(ids(findOn(DAY_NUMBER, calls.toReversed()))).toEqual(ids(findOn(DAY_NUMBER, calls)));
  });
});

test("a day's calls are spread evenly where they are for what is usual, at most 35 of them", () => {
  const calls = callsFrom(
    "one",
    MIDNIGHT,
    Array.from({ length: 350 }, (_, index) => index + 1),
  );
  const [[model, sample] = ["", []]] = sampleCalls(calls);
  expect([model, sample.length]).toEqual(["model-a", 35]);
  expect(sample.slice(0, 3).map(({ durationMs }) => durationMs / SECOND)).toEqual([1, 11, 21]);
});
