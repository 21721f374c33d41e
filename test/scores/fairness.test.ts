/**
 * What docs/scoring.md claims of scores, on simulated developers whose true manner is known.
 *
 * The events are made up; from there on it is the program's own assembly, measures, baselines and scores, without the
 * stores, because hundreds of developer-weeks must fit into a test.
 */
import { describe, expect, test } from "bun:test";
import { createRandom } from "../../src/demo/work/random.ts";
import { changeBetween } from "../../src/scores/change.ts";
import { readText } from "../sources.ts";
import {
  baselinesFrom,
  BEGINNING,
  inWeeks,
  live,
  meanOf,
  measured,
  scoresOf,
  WEEK,
} from "./simulated-team.ts";
import { type Manner, USUAL } from "./simulated-work.ts";

const SCORES = ["skill", "speed", "efficiency"] as const;

/** What an organization of usual developers learns. */
const BASELINES = baselinesFrom(range(8).flatMap((who) => liveAs(`usual ${who}`, USUAL, 8)));

describe("an organization's mean SSE over the weeks after a baseline", () => {
  const kinds: Record<string, Partial<Manner>> = {
    usual: {},
    thrifty: { tokens: 0.4, turns: 0.7, humanTime: 0.6 },
    lavish: { tokens: 2.5, turns: 1.6, humanTime: 2 },
  };
  const means = new Map(
    Object.entries(kinds).map(([kind, manner]) => [kind, meanAfterBaseline(kind, manner)]),
  );

  test.each([...means])("is 50 ± 3: developers that are %s", (_, mean) => {
    expect(Math.abs(mean - 50)).toBeLessThan(3);
  });

  test("is what docs/scoring.md says", () => {
    const [least, most] = stated(/Measured: ([\d.]+) to ([\d.]+)\./);
    expect(Math.min(...means.values())).toBeCloseTo(least ?? NaN, 1);
    expect(Math.max(...means.values())).toBeCloseTo(most ?? NaN, 1);
  });
});

describe("a steady developer's weeks", () => {
  const slow = weeksOf({ ...USUAL, perDay: 3.4 }, 60);
  const busy = weeksOf({ ...USUAL, perDay: 8 }, 30);

  test("stay within 5 points as often as docs/scoring.md says", () => {
    expect(meanOf(slow.map(({ scores }) => scores.scoreable))).toBeCloseTo(17, 0);
    const sentence =
      /in (\d+) % of weeks for Skill, (\d+) % for Efficiency, (\d+) % for Speed; with 40 sub-sessions in (\d+), (\d+) and (\d+) %/;
    const shares = [slow, busy].flatMap((weeks) =>
      (["skill", "efficiency", "speed"] as const).map((name) => shareWithinFive(weeks, name)),
    );
    expect(shares.map(percent)).toEqual(stated(sentence));
  });

  test("have intervals that cover the true scores as often as docs/scoring.md says", () => {
    const sentence =
      /in (\d+) % \(Skill\), (\d+) % \(Speed\) and (\d+) % \(Efficiency\) of weeks; with 40 in (\d+) to (\d+) %/;
    const [few, many] = [slow, busy].map((weeks) => SCORES.map((name) => percent(shareCovered(weeks, name))));
    expect([...(few ?? []), Math.min(...(many ?? [])), Math.max(...(many ?? []))]).toEqual(stated(sentence));
  });

  test.each(SCORES)(
    "of 17 sub-sessions have intervals that cover the true %s in 73 to 83 % of them",
    (name) => {
      expect(shareCovered(slow, name)).toBeGreaterThan(0.73);
      expect(shareCovered(slow, name)).toBeLessThan(0.83);
    },
  );

  test.each(SCORES)(
    "of 40 sub-sessions have intervals of %s that are rather too wide than too narrow",
    (name) => {
      expect(shareCovered(busy, name)).toBeGreaterThan(0.77);
      expect(shareCovered(busy, name)).toBeLessThan(0.88);
    },
  );
});

describe("a sudden improvement by a fifth in tokens, turns and human time", () => {
  const better = { ...USUAL, perDay: 3.4, tokens: 0.8, turns: 0.8, humanTime: 0.8 };
  const changes = range(40).map((who) => {
    const mannerOf = (week: number) => (week < 6 ? { ...USUAL, perDay: 3.4 } : better);
    const all = measured(live({ seed: `improves ${who}`, weeks: 12, mannerOf }), BASELINES);
    return changeBetween(scoresOf(all, 6, 12), scoresOf(all, 0, 6));
  });

  const shareShown = (name: (typeof SCORES)[number]): number =>
    changes.filter((change) => (change?.[name]?.interval[0] ?? 0) > 0).length / changes.length;

  test.each(SCORES)("shows in %s by week six for at least 80 % of developers", (name) => {
    expect(shareShown(name)).toBeGreaterThanOrEqual(0.8);
  });

  test("shows for as many, and by as much, as docs/scoring.md says", () => {
    const sentence =
      /for (\d+) % of developers in Skill, (\d+) % in Speed and all in Efficiency.* about (\d+), (\d+) and (\d+) points/;
    const worth = SCORES.map((name) => meanOf(changes.map((change) => change?.[name]?.value ?? NaN)));
    expect(shareShown("efficiency")).toBe(1);
    expect([percent(shareShown("skill")), percent(shareShown("speed")), ...worth.map(Math.round)]).toEqual(
      stated(sentence),
    );
  });
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Returns the numbers that the pattern finds in docs/scoring.md. */
function stated(pattern: RegExp): number[] {
  const found = pattern.exec(readText("docs/scoring.md"));
  if (found === null) throw new Error(`docs/scoring.md does not say ${pattern}`);
  return found.slice(1).map(Number);
}

function percent(share: number): number {
  return Math.round(100 * share);
}

/** Of the weeks after the eight that an organization of such developers learned from. */
function meanAfterBaseline(kind: string, manner: Partial<Manner>): number {
  const team = teamOf({ ...USUAL, ...manner }, kind).map((one, who) => liveAs(`${kind} ${who}`, one, 12));
  const learnedFrom = team
    .flat()
    .filter(({ session }) => (session.turns[0]?.startedAt ?? 0) < BEGINNING + 8 * WEEK);
  const baselines = baselinesFrom(learnedFrom);
  const after = team.flatMap((sessions) => inWeeks(measured(sessions, baselines), 8, 12));
  return meanOf(after.flatMap(({ scoreable, sse }) => (scoreable && sse !== null ? [sse] : [])));
}

function liveAs(seed: string, manner: Manner, weeks: number) {
  return live({ seed, weeks, mannerOf: () => manner });
}

/** Twelve different people around one manner. */
function teamOf(middle: Manner, seed: string): Manner[] {
  const random = createRandom(seed);
  return range(12).map(() => ({
    ...middle,
    tokens: middle.tokens * random.around(1, 0.3),
    turns: middle.turns * random.around(1, 0.2),
    humanTime: middle.humanTime * random.around(1, 0.3),
    reaches: 0.3 + 0.6 * random.next(),
  }));
}

/** Weeks of six equal developers, each with the scores of all of that developer's time as the truth. */
function weeksOf(manner: Manner, weeks: number) {
  return range(6).flatMap((who) => {
    const all = measured(liveAs(`steady ${manner.perDay} ${who}`, manner, weeks), BASELINES);
    const truth = scoresOf(all);
    return range(weeks).map((week) => ({ scores: scoresOf(all, week, week + 1), truth }));
  });
}

function shareWithinFive(weeks: ReturnType<typeof weeksOf>, name: (typeof SCORES)[number]): number {
  const near = weeks.filter(({ scores, truth }) => Math.abs((scores[name] ?? 0) - (truth[name] ?? 0)) <= 5);
  return near.length / weeks.length;
}

function shareCovered(weeks: ReturnType<typeof weeksOf>, name: (typeof SCORES)[number]): number {
  const covered = weeks.filter(({ scores, truth }) => {
    const [low, high] = scores.interval[name] ?? [100, 0];
    const value = truth[name] ?? NaN;
    return low <= value && value <= high;
  });
  return covered.length / weeks.length;
}
