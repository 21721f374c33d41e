/** Entries of turns as the API shows them. */
import type { TurnEntry } from "../../../../../src/metrics/sub-sessions/turn-entry-answer.ts";

/** A usual turn that goes on. */
export const GOES_ON: TurnEntry = {
  turnId: "t2",
  turnIndex: 2,
  kind: "on",
  why: {
    knownWords: 0.4,
    knownPaths: null,
    newGoalCue: false,
    referenceCue: false,
    repair: false,
    z: -1.2,
  },
  unit: 1,
  lines: 20,
  volume: 1,
  tokens: { actual: 61_234.4, earned: 45_012.3, usual: 45_012.3 },
  turns: { actual: 1, earned: 1.1 },
  humanTime: { actual: 30, earned: 47, usual: 47, gapSeconds: 30 },
  pause: null,
  repair: false,
  repairOf: null,
  undone: false,
  undoneBy: null,
};

export const QUESTION: TurnEntry = {
  ...GOES_ON,
  turnId: "t3",
  turnIndex: 3,
  kind: "other",
  why: null,
  unit: null,
  lines: null,
  volume: null,
  tokens: { actual: 20_000.4, earned: 20_000.4, usual: 25_000 },
  turns: { actual: 1, earned: 1 },
  humanTime: { actual: 12.26, earned: 12.26, usual: null, gapSeconds: 12.26 },
  undone: null,
};
