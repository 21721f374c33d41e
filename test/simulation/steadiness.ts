/** How steady scores are, whether intervals hold the truth, and whether an improvement shows. */
import { createRandom } from "../../src/demo/work/random.ts";
import type { Baselines } from "../../src/metrics/baselines/baseline.ts";
import { type Change, changeBetween } from "../../src/scores/change.ts";
import type { ScoredPeriod } from "../../src/scores/score-period.ts";
import { meanOf, type Points, range, type World, WORLDS } from "./fairness.ts";
import { type Manner, USUAL } from "./manner.ts";
import { baselinesFrom, BEGINNING, live, measured, scoresOf, WEEK } from "./organization.ts";

/** A developer's week, and the scores of all of that developer's time as the truth. */
export interface ScoredWeek {
  scores: ScoredPeriod;
  truth: ScoredPeriod;
}

/** Weeks of equal developers who never change. */
export function steadyWeeks(
  seed: string,
  baselines: Baselines,
  plan: { developers: number; perDay: number },
): ScoredWeek[] {
  const manner = { ...USUAL, perDay: plan.perDay };
  return range(plan.developers).flatMap((who) => {
    const life = live({ seed: `${seed} steady ${plan.perDay} ${who}`, mannerOf: () => manner, weeks: WEEKS });
    const all = measured(life, baselines);
    const truth = scoresOf(all);
    return range(WEEKS).map((week) => ({ scores: scoresOf(all, week, week + 1), truth }));
  });
}

/** Long enough that a single week is little of the truth. */
const WEEKS = 30;

/** Share of the weeks within five points of the truth. */
export function shareWithinFive(weeks: readonly ScoredWeek[]): Points {
  return sharesOf((name) =>
    weeks.map(({ scores, truth }) => Math.abs((scores[name] ?? NaN) - (truth[name] ?? NaN)) <= 5),
  );
}

/** Share of the weeks whose interval holds the truth. */
export function shareCovered(weeks: readonly ScoredWeek[]): Points {
  return sharesOf((name) =>
    weeks.map(({ scores, truth }) => {
      const [low, high] = scores.interval[name] ?? [100, 0];
      const value = truth[name] ?? NaN;
      return low <= value && value <= high;
    }),
  );
}

/** By how much everything is better from the seventh week on. */
const BETTER = 0.8;

/** What six weeks of a sudden improvement by a fifth show against the six weeks before. */
export function improvements(
  seed: string,
  { baselines, world }: { baselines: Baselines; world: World },
  developers: number,
): Change[] {
  const before = { ...USUAL, ...WORLDS[world] };
  const better = { ...before, tokens: BETTER, turns: BETTER, humanTime: BETTER };
  return range(developers).flatMap((who) => {
    const mannerOf = (week: number) => (week < 6 ? before : better);
    const all = measured(live({ seed: `${seed} improves ${who}`, weeks: 12, mannerOf }), baselines);
    return changeBetween(scoresOf(all, 6, 12), scoresOf(all, 0, 6)) ?? [];
  });
}

/** Share of the changes whose interval is above 0. */
export function shareShown(changes: readonly Change[]): Points {
  return sharesOf((name) => changes.map((change) => (change[name]?.interval[0] ?? 0) > 0));
}

/** What the changes are worth on average. */
export function worthOf(changes: readonly Change[]): Points {
  const mean = (name: keyof Points) => meanOf(changes.map((change) => change[name]?.value ?? NaN));
  return { skill: mean("skill"), speed: mean("speed"), efficiency: mean("efficiency") };
}

function sharesOf(holds: (name: keyof Points) => readonly boolean[]): Points {
  const share = (name: keyof Points) => 100 * meanOf(holds(name).map(Number));
  return { skill: share("skill"), speed: share("speed"), efficiency: share("efficiency") };
}

/** Organizations of other kinds than the usual. */
export const TEAMS: Readonly<Record<string, Partial<Manner>>> = {
  usual: {},
  thrifty: { tokens: 0.4, turns: 0.7, humanTime: 0.6 },
  lavish: { tokens: 2.5, turns: 1.6, humanTime: 2 },
};

/** The mean SSE of an organization's sub-sessions in the four weeks after the eight that it learned from. */
export function meanAfterBaseline(seed: string, manner: Partial<Manner>, developers: number): number {
  const lives = teamOf({ ...USUAL, ...manner }, seed, developers).map((one, who) =>
    live({ seed: `${seed} team ${who}`, mannerOf: () => one, weeks: 12 }),
  );
  const end = BEGINNING + 8 * WEEK;
  const baselines = baselinesFrom(
    lives.map((life) => ({
      ...life,
      subSessions: life.subSessions.filter(({ startedAt }) => startedAt < end),
    })),
  );
  const after = lives
    .flatMap((life) => measured(life, baselines))
    .filter(({ startedAt }) => startedAt >= end);
  return meanOf(after.flatMap(({ scoreable, sse }) => (scoreable && sse !== null ? [sse] : [])));
}

/** Different people around one manner. */
function teamOf(middle: Manner, seed: string, developers: number): Manner[] {
  const random = createRandom(`${seed} people`);
  return range(developers).map(() => ({
    ...middle,
    tokens: middle.tokens * random.around(1, 0.3),
    turns: middle.turns * random.around(1, 0.2),
    humanTime: middle.humanTime * random.around(1, 0.3),
    commits: 0.3 + 0.6 * random.next(),
  }));
}
