/**
 * What tricks gain, on simulated developers: each does the same work twice, once honestly, once with the trick.
 *
 * The same parts of the program as in fairness.test.ts. Gains are means over ten developers and four weeks, in points;
 * docs/scoring.md, "What can be gamed" states them.
 */
import { describe, expect, test } from "bun:test";
import { baselinesFrom, type Habit, honestly, live, meanOf, measured, scoresOf } from "./simulated-team.ts";
import { USUAL } from "./simulated-work.ts";
import * as tricks from "./tricks.ts";

const DEVELOPERS = 10;
const WEEKS = 4;
const honest = stints(honestly);
const BASELINES = baselinesFrom(honest.flat());

interface Gains {
  skill: number;
  speed: number;
  efficiency: number;
}

/** Half a point is less than a fifth of the interval that any developer's month has. */
const NOTHING = 0.5;

const HARMLESS: Record<string, Habit> = {
  "three filler prompts after each goal": tricks.fillerPrompts,
  "a question about something else after each prompt": tricks.questionsBetween,
  "filler in each prompt": tricks.fillerText,
  "each prompt a second time": tricks.duplicates,
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

  test("idling, but for Efficiency, whose sub-sessions it cuts: 1.5 points at most", () => {
    const { skill, speed, efficiency } = gainsOf(tricks.idling);
    expect(skill).toBeLessThan(0);
    expect(speed).toBeLessThan(0);
    expect(efficiency).toBeLessThan(1.5);
  });
});

/** The most that docs/scoring.md says of each. */
const LIMITED: Record<string, { habit: Habit; most: Gains }> = {
  "a reset after every goal": {
    habit: tricks.needlessResets,
    most: { skill: 2, speed: 0.5, efficiency: 2 },
  },
  "a reset before every prompt": {
    habit: tricks.splittingByResets,
    most: { skill: 5, speed: 11, efficiency: 3.5 },
  },
  "a session for every goal": {
    habit: tricks.sessionPerGoal,
    most: { skill: 5.5, speed: 16.5, efficiency: 2 },
  },
  "a session for every prompt": {
    habit: tricks.splitting,
    most: { skill: 12, speed: 0, efficiency: 14.5 },
  },
  "ten small questions a day in sessions of their own": {
    habit: tricks.questionSessions,
    most: { skill: 3, speed: 7, efficiency: 1 },
  },
  "a hundred lines in three files more in each turn": {
    habit: tricks.paddedSize,
    most: { skill: 12, speed: 15.5, efficiency: 21.5 },
  },
  "lock files": {
    habit: tricks.paddedLockFiles,
    most: { skill: 1, speed: 0, efficiency: 1 },
  },
};

describe("no more than docs/scoring.md states is gained by", () => {
  test.each(Object.keys(LIMITED))("%s", (name) => {
    const { habit, most } = LIMITED[name] ?? { habit: honestly, most: { skill: 0, speed: 0, efficiency: 0 } };
    const gains = gainsOf(habit);
    expect(gains.skill).toBeLessThan(most.skill);
    expect(gains.efficiency).toBeLessThan(most.efficiency);
    // without a second prompt there is no human time, and so no Speed
    if (habit === tricks.splitting) expect(gains.speed).toBeNaN();
    else expect(gains.speed).toBeLessThan(most.speed);
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
