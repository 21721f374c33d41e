/** The score of everyone: the mean of the people, each counted once, and how it changed for the same people. */
import type { Developer } from "../../identity/developers/developer.ts";
import { mean } from "../../turns/latency/percentiles.ts";
import type { Score } from "../../vocabulary/units.ts";
import { intervalAround, type PeriodScore, type PeriodScores, type ScoreName } from "../score-period.ts";
import type { Work } from "../work.ts";
import { studentQuantile } from "./student.ts";
import type { Comparison, PeopleMean } from "./team-answer.ts";

/** With fewer people the interval of a change would contain nearly everything. */
export const FEWEST_TO_COMPARE = 3;

/**
 * Returns whose work counts as a person's. Several people may share a key, so a key counts only in an organization
 * that knows nobody by name.
 */
export function peopleAmong(work: readonly Work[], developers: ReadonlyMap<string, Developer>): Work[] {
  const knowsSomebody = [...developers.values()].some(({ source }) => source !== "key");
  return work.filter(({ developer }) => !knowsSomebody || developer.source !== "key");
}

/** The score of one person, and how many sub-sessions it is based on. */
export interface PersonScore extends PeriodScore {
  subSessions: number;
}

/** Returns one score of a person's period. */
export function personScore(period: PeriodScores, name: ScoreName): PersonScore {
  return {
    value: period[name],
    interval: period.interval?.[name] ?? null,
    subSessions: period.scoreable,
  };
}

/**
 * Returns the mean of those who have the score, with its 80 % interval over people (Student's t).
 *
 * @param fewest - With fewer people there is no value.
 * @returns The interval of one person is their own.
 */
export function meanOfPeople(scores: readonly PersonScore[], fewest: number): PeopleMean {
  const known = scores.filter(({ value }) => value !== null);
  const values = known.flatMap(({ value }) => value ?? []);
  const people = values.length;
  const value = mean(values);
  if (value === null || people < fewest) return { people, subSessions: null, value: null, interval: null };
  const interval =
    people === 1
      ? (known[0]?.interval ?? null)
      : intervalAround({ mean: value, ...NO_PULLS }, halfWidthOf(values, value));
  return {
    people,
    subSessions: known.reduce((sum, { subSessions }) => sum + subSessions, 0),
    value,
    interval,
  };
}

const NO_PULLS = { pulls: new Float64Array(0), count: 0 };

/** The same person's score in the period before and in this one. */
export type BeforeAndNow = readonly [before: Score, now: Score];

/**
 * Returns the mean of the people's own changes with its 80 % interval (Student's t over people).
 *
 * @param pairs - One for each person with a score in both periods.
 * @returns null when they are fewer than `fewest`, or than three.
 * @see docs/scoring.md, "Change".
 */
export function changeOfPeople(pairs: readonly BeforeAndNow[], fewest: number): Comparison | null {
  if (pairs.length < Math.max(fewest, FEWEST_TO_COMPARE)) return null;
  const moves = pairs.map(([before, now]) => now - before);
  const value = mean(moves) ?? 0;
  const halfWidth = halfWidthOf(moves, value);
  return {
    from: mean(pairs.map(([before]) => before)) ?? 0,
    to: mean(pairs.map(([, now]) => now)) ?? 0,
    value,
    interval: [value - halfWidth, value + halfWidth],
    people: pairs.length,
  };
}

/** Half of the width of the mean's interval. */
function halfWidthOf(values: readonly number[], average: number): number {
  const freedom = values.length - 1;
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return studentQuantile(freedom) * Math.sqrt(squares / freedom / values.length);
}
