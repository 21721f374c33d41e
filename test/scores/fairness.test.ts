/**
 * What docs/fairness.md claims of scores, on simulated developers, in a tenth of the runs that its tables are from.
 *
 * The developers are made up turn by turn (test/simulation/); from there on it is the program's own kinds, accounts,
 * baselines and scores.
 */
import { describe, expect, test } from "bun:test";
import { readText } from "../sources.ts";
import { GROUPS, meanOf, type Points, SCORES } from "../simulation/fairness.ts";
import { FULL, measureImprovement, measureSteadiness, measureWays } from "../simulation/figures.ts";
import { statedWorths } from "../simulation/table.ts";

/** As many developers as a tenth of all, in half of the organizations: each has to be learned first. */
const TENTH = { seeds: FULL.seeds.slice(0, 3), developers: FULL.developers / 5 };
const PAGE = readText("docs/fairness.md");

const worths = new Map(
  measureWays(TENTH, () => {}, ["usual"]).map(({ way, worlds }) => [way, averageOf(worlds.usual)]),
);

describe("an honest style moves no score by more than 5 points", () => {
  test.each(Object.keys(GROUPS["Honest styles"]))("%s", (style) => {
    const { skill, speed, efficiency } = worthOf(style);
    expect(Math.abs(skill)).toBeLessThanOrEqual(5);
    expect(Math.abs(efficiency)).toBeLessThanOrEqual(5);
    // the page says why: one correction undoes the whole goal, whose size earns nothing
    expect(Math.abs(speed)).toBeLessThanOrEqual(style === "a goal in one large prompt" ? 7 : 5);
  });
});

describe("no score gains more than 4 points by", () => {
  test.each(Object.keys(GROUPS["Sessions and resets"]))("%s", (way) => {
    expect(mostOf(worthOf(way))).toBeLessThanOrEqual(4);
  });
});

describe("no score gains more than the page says by", () => {
  /** The page says why these gain more than 4 points. */
  const most: Record<string, number> = {
    "asks dripped in three quick prompts": 10,
    "the same with twelve lines": 8,
  };

  test.each(Object.keys(GROUPS["More prompts, and waiting"]))("%s", (way) => {
    expect(mostOf(worthOf(way))).toBeLessThanOrEqual(most[way] ?? 4);
  });
});

describe("padding gains", () => {
  const most: Record<string, number> = {
    "three more files in each turn": 10,
    "three more files, by someone who spends half more tokens": 10,
    // the page says so: these excuse nearly every slow prompt
    "ten more files in each turn": 12,
    "three more files, by someone who takes half more time": 12.5,
  };

  test.each(Object.keys(GROUPS.Padding))("no more than the page says: %s", (way) => {
    expect(mostOf(worthOf(way))).toBeLessThanOrEqual(most[way] ?? 0);
  });
});

describe("simulated organizations and developers who do not change", () => {
  const { meanSse, covered } = measureSteadiness(TENTH);

  test.each(Object.entries(meanSse))("have a mean SSE of 50 ± 3 after their baseline: %s", (_, means) => {
    expect(Math.abs(meanOf(means) - 50)).toBeLessThan(3);
  });

  test.each(SCORES)("have 80 %% intervals of %s that hold the truth in 73 to 88 %% of weeks", (name) => {
    for (const weeks of [covered.few, covered.many]) {
      const share = averageOf(weeks)[name];
      expect(share).toBeGreaterThan(73);
      expect(share).toBeLessThan(88);
    }
  });
});

describe("a sudden improvement by a fifth", () => {
  // those of a tenth would be too few to count
  const { shown } = measureImprovement({ ...TENTH, developers: 2 * TENTH.developers }, "usual");

  test.each(SCORES)("shows by week six in %s for at least 80 %% of developers", (name) => {
    expect(averageOf(shown)[name]).toBeGreaterThanOrEqual(80);
  });
});

describe("the table of docs/fairness.md", () => {
  const stated = statedWorths(PAGE);

  test("says how much was simulated", () => {
    expect(PAGE).toContain(`the seeds ${FULL.seeds.join(", ")}; ${FULL.developers} developers for each`);
  });

  test("has a row for each way of working", () => {
    expect([...stated.keys()]).toEqual([...worths.keys()]);
  });

  test.each([...worths.keys()])("says within 3 points what a tenth of the runs says of %s", (way) => {
    for (const name of SCORES) {
      const [said, found] = [stated.get(way)?.[name] ?? NaN, worthOf(way)[name]];
      if (Number.isNaN(said)) expect(found).toBeNaN();
      else expect(Math.abs(found - said)).toBeLessThan(3);
    }
  });
});

function worthOf(way: string): Points {
  const worth = worths.get(way);
  if (worth === undefined) throw new Error(`${way} was not measured`);
  return worth;
}

/** The mean over the seeds, each of which has as many developers; NaN where a seed has no score. */
function averageOf(all: readonly Points[]): Points {
  const average = (name: keyof Points) => meanOf(all.map((points) => points[name]));
  return { skill: average("skill"), speed: average("speed"), efficiency: average("efficiency") };
}

/** The most that is gained; scores that become null gain nothing. */
function mostOf(points: Points): number {
  return Math.max(...SCORES.map((name) => points[name]).filter((value) => !Number.isNaN(value)));
}
