import { expect, test } from "bun:test";
import { findRetries } from "../../../src/insights/throttle/other-episodes.ts";
import { predictedRuns } from "../../../src/insights/throttle/slow-episodes.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { named } from "../../session-names.ts";
import type { SessionName } from "../../../src/vocabulary/held-name.ts";

const ASKED = 1_000 * MINUTE;
const usual = {
  perOutput: 0,
  perInput: 0,
  base: Math.log(3 * MINUTE),
  output: 0,
  input: 0,
  residual: 0,
  spread: 1,
};

/** A prompt that was broken off after a minute, and asked twice more: eight minutes of work in between. */
const retries = [ASKED + 2 * MINUTE, ASKED + 12 * MINUTE].map((at) => {
  const told = { session: named("s"), developer: "d", askedAt: ASKED, ending: "interrupt" as const };
  return { ...told, at, endedAt: at - MINUTE };
});

function lostWith(calls: { startedAt: number; durationMs: number | null }[]): number {
  const told = calls.map((call) => ({ ...call, failed: call.durationMs === null, status: null }));
  const packed = told.map((call) => ({ ...call, output: 10, uncached: 10 }));
  const hours = [{ session: named("s"), developer: "d", model: "m", hour: 0, calls: packed }];
  const runsOf = (session: SessionName) => predictedRuns(session, hours, new Map([["m", usual]]));
  const [episode] = findRetries("acme", retries, { found: [], runsOf });
  return (episode?.stalls ?? []).reduce((sum, { start, end }) => sum + end - start, 0);
}

test("prompts sent again lose the time from the first ending to the last of them", () => {
  expect(lostWith([])).toBe(11 * MINUTE);
});

test("prompts sent again lose no time that their calls would have taken anyway", () => {
  const startedAt = ASKED + 3 * MINUTE;
  expect(lostWith([{ startedAt, durationMs: 2 * MINUTE }])).toBe(9 * MINUTE);
  expect(lostWith([{ startedAt, durationMs: 8 * MINUTE }])).toBe(8 * MINUTE);
});

test("prompts sent again lose the time of calls that failed", () => {
  expect(lostWith([{ startedAt: ASKED + 3 * MINUTE, durationMs: null }])).toBe(11 * MINUTE);
});
