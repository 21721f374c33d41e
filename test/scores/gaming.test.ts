/**
 * What tricks gain, on simulated developers: each does the same work twice, once honestly, once with the trick.
 *
 * The same parts of the program as in fairness.test.ts. Gains are means over ten developers and four weeks, in points;
 * docs/scoring.md, "What can be gamed" states them, and is held to what is measured here.
 */
import { describe, expect, test } from "bun:test";
import { baselinesFrom, type Habit, honestly, live, meanOf, measured, scoresOf } from "./simulated-team.ts";
import { USUAL } from "./simulated-work.ts";
import { type Gains, SCORES, statedGains } from "./stated-gains.ts";
import * as tricks from "./tricks.ts";

const DEVELOPERS = 10;
const WEEKS = 4;
const honest = stints(honestly);
const BASELINES = baselinesFrom(honest.flat());

/** Half a point is less than a fifth of the interval that any developer's month has. */
const NOTHING = 0.5;

const HARMLESS: Record<string, Habit> = {
  "three filler prompts after each goal": tricks.fillerPrompts,
  "a question about something else after each prompt": tricks.questionsBetween,
  "filler in each prompt": tricks.fillerText,
  "each prompt a second time": tricks.duplicates,
  "a reset after each goal that the next one needs": tricks.needlessResets,
  "thanks after what went well": tricks.selectiveThanks,
  "accepting what will stay": tricks.selectiveAccepts,
};

describe("no Layer 3 score is raised by", () => {
  test.each(Object.keys(HARMLESS))("%s", (trick) => {
    const { skill, speed, efficiency } = gainsOf(HARMLESS[trick] ?? honestly);
    expect(skill).toBeLessThan(NOTHING);
    expect(speed).toBeLessThan(NOTHING);
    expect(efficiency).toBeLessThan(NOTHING);
  });
});

/** By the names that they have in the table of docs/scoring.md. */
const LIMITED: Record<string, Habit> = {
  "Every prompt sent twice": tricks.duplicates,
  "Half an hour of idling before each prompt": tricks.idling,
  "A reset after every goal": tricks.resetsBetween,
  "A reset before every prompt": tricks.splittingByResets,
  "A session for every goal": tricks.sessionPerGoal,
  "A session for every prompt": tricks.splitting,
  "Ten small questions a day in sessions of their own": tricks.questionSessions,
  "A hundred lines in three more files in each turn": tricks.paddedSize,
  "The same in lock files": tricks.paddedLockFiles,
};

describe("what docs/scoring.md states is gained by", () => {
  const stated = statedGains("Trick");

  test("tricks, is stated of those that are played here", () => {
    expect([...stated.keys()]).toEqual(Object.keys(LIMITED));
  });

  test.each(Object.keys(LIMITED))("%s", (name) => {
    const gains = gainsOf(LIMITED[name] ?? honestly);
    for (const score of SCORES) {
      const said = stated.get(name)?.[score] ?? NaN;
      // NaN: without a second prompt there is no human time, and so no Speed
      if (Number.isNaN(said)) expect(gains[score]).toBeNaN();
      else expect(gains[score]).toBeCloseTo(said, 1);
    }
  });
});

function stints(habit: Habit) {
  return Array.from({ length: DEVELOPERS }, (_, who) =>
    live({ seed: `plays ${who}`, weeks: WEEKS, mannerOf: () => USUAL, habit }),
  );
}

function gainsOf(habit: Habit): Gains {
  const before = honest.map((sessions) => scoresOf(measured(sessions, BASELINES)));
  const after = stints(habit).map((sessions) => scoresOf(measured(sessions, BASELINES)));
  const gain = (name: keyof Gains) =>
    meanOf(after.map((scores, who) => (scores[name] ?? NaN) - (before[who]?.[name] ?? NaN)));
  return { skill: gain("skill"), speed: gain("speed"), efficiency: gain("efficiency") };
}
