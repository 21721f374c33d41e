/** How made-up developers work. Factors are 1 for the usual; each other number has its reason. */
import type { Random } from "../../src/demo/work/random.ts";
import type { Ratio } from "../../src/vocabulary/units.ts";

/** How somebody truly works. */
export interface Manner {
  /** Tokens of a turn. */
  tokens: number;
  /** Prompts of a goal: with fewer, each does the same and less is corrected and asked for later. */
  turns: number;
  humanTime: number;
  /** Goals of a working day, on average. */
  perDay: number;
  /** How much is done under one goal. */
  goalLength: number;
  /** Share of goals that end in a commit. */
  commits: Ratio;
  /** Share of follow-ups that correct what the agent did. */
  corrects: Ratio;
  /** Share of goals after which the context is emptied. */
  resets: Ratio;
  /** Whether prompts' texts are withheld. */
  withheld: boolean;
  /** How far the calls of turns scatter: the deviation of their logarithm. */
  callSpread: number;
  /** Share of openings that name a path. */
  pathsInOpenings: Ratio;
  /** Whether follow-ups use words of their goal and their project, as people do, or none. */
  commonWords: boolean;
}

export const USUAL: Manner = {
  tokens: 1,
  turns: 1,
  humanTime: 1,
  // about 17 sub-sessions a week, the fewest for which intervals are promised
  perDay: 3.5,
  goalLength: 1,
  commits: 0.6,
  // the prior of the baselines; in SWE-chat people push back in 44 % of turns, interruptions and failures included
  corrects: 0.15,
  resets: 0.3,
  withheld: false,
  // nine of ten turns with about the same work within a factor of two of their middle
  callSpread: 0.4,
  // who knows the code names the place
  pathsInOpenings: 0.7,
  commonWords: true,
};

/** What differs from day to day for reasons of the day only. */
export interface DayMood {
  tokens: number;
  humanTime: number;
}

/** Days differ by about a seventh: a hard bug, a bad night. */
export function moodOf(random: Random): DayMood {
  return { tokens: random.around(1, 0.15), humanTime: random.around(1, 0.15) };
}
