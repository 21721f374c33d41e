/** What ways of working are worth in points: the same developers, once as usual and once in that way. */
import type { Baselines } from "../../src/metrics/baselines/baseline.ts";
import type { ScoredPeriod } from "../../src/scores/score-period.ts";
import { type Manner, USUAL } from "./manner.ts";
import { baselinesFrom, live, measured, scoresOf } from "./organization.ts";
import { STYLES, type Way } from "./styles.ts";
import { FILLING, PADDING, SPLITTING } from "./tricks.ts";

export const SEEDS = ["plays", "fresh", "s2", "s3", "s4", "s5"] as const;
export const SCORES = ["skill", "speed", "efficiency"] as const;

/** Points of each score; NaN where there is no score. */
export type Points = Record<(typeof SCORES)[number], number>;

/** The ways by the names that the table has for their groups. */
export const GROUPS = {
  "Honest styles": STYLES,
  "Sessions and resets": SPLITTING,
  "More prompts, and waiting": FILLING,
  Padding: PADDING,
} as const satisfies Record<string, Readonly<Record<string, Way>>>;
export type Group = keyof typeof GROUPS;

/** What all developers of an organization have in common. */
export const WORLDS = {
  usual: {},
  withheld: { withheld: true },
  // turns differ more, and words and paths say nothing of what belongs together
  rougher: { callSpread: 0.7, pathsInOpenings: 0, commonWords: false },
} as const satisfies Record<string, Partial<Manner>>;
export type World = keyof typeof WORLDS;

/** How many developers of an organization it learns from. */
const LEARNED_FROM = 10;
const LEARNED_WEEKS = 8;
/** How long each way is lived, after those weeks. */
const WEEKS = 4;

/** What an organization of usual developers learns from its first eight weeks; it is simulated once. */
export function baselinesOf(seed: string, world: World): Baselines {
  const name = `${seed} ${world} usual`;
  const learned = LEARNED.get(name) ?? learn(name, { ...USUAL, ...WORLDS[world] });
  LEARNED.set(name, learned);
  return learned;
}

const LEARNED = new Map<string, Baselines>();

function learn(name: string, manner: Manner): Baselines {
  const lives = range(LEARNED_FROM).map((who) =>
    live({ seed: `${name} ${who}`, mannerOf: () => manner, weeks: LEARNED_WEEKS }),
  );
  return baselinesFrom(lives);
}

/** One simulation of an organization. */
export interface Run {
  seed: string;
  world: World;
  /** How many developers live each way. */
  developers: number;
}

/** Returns a function that says what a way is worth in this organization. */
export function worthIn({ seed, world, developers }: Run): (way: Way) => Points {
  const baselines = baselinesOf(seed, world);
  const usualManner = { ...USUAL, ...WORLDS[world] };
  const play = ({ manner, habit }: Way): ScoredPeriod[] => {
    const itsManner = manner === undefined ? usualManner : { ...usualManner, ...manner };
    return range(developers).map((who) => {
      const stint = { seed: `${seed} ${who}`, mannerOf: () => itsManner, weeks: WEEKS, from: LEARNED_WEEKS };
      return scoresOf(measured(live(habit === undefined ? stint : { ...stint, habit }), baselines));
    });
  };
  const usual = play({});
  return (way) => difference(play(way), way.against === undefined ? usual : play(way.against));
}

function difference(scores: readonly ScoredPeriod[], usual: readonly ScoredPeriod[]): Points {
  const mean = (name: keyof Points): number =>
    meanOf(scores.map((one, who) => (one[name] ?? NaN) - (usual[who]?.[name] ?? NaN)));
  return { skill: mean("skill"), speed: mean("speed"), efficiency: mean("efficiency") };
}

/** The farthest from 0 of each score, over seeds; NaN where a seed has none. */
export function farthest(all: readonly Points[]): Points {
  const far = (name: keyof Points): number =>
    all.reduce((most, points) => {
      const value = points[name];
      return Number.isNaN(value) || Math.abs(value) > Math.abs(most) ? value : most;
    }, 0);
  return { skill: far("skill"), speed: far("speed"), efficiency: far("efficiency") };
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The mean of values; NaN when there is none. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
