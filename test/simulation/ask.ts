/** What made-up developers ask for and what the agent does for it, before anything has a time. */
import type { Seconds, Tokens } from "../../src/vocabulary/units.ts";

/** One model call with the tools that it asks for. */
export interface Call {
  /** What the agent reads that no cache holds. */
  fresh: Tokens;
  output: Tokens;
  /** With its tools. */
  lasts: Seconds;
}

/** A file that an edit writes. */
export interface Write {
  path: string;
  lines: number;
}

/** One prompt, and what the agent does for it. */
export interface Ask {
  /** The goal it belongs to. */
  goal: string;
  /** The goal whose files the agent must have read for it; null where it reads what it needs anyway. */
  needs: string | null;
  /** What the person takes to read the answer before, to think and to write. */
  after: Seconds;
  /** What the person does something else for, before that. */
  pause: Seconds;
  /** Content words of the prompt. */
  words: readonly string[];
  /** Words that the agent's tool calls hold for it. */
  topic: readonly string[];
  named: readonly string[];
  newGoal: boolean;
  refersBack: boolean;
  /** It says that the turn before was wrong. */
  corrects: boolean;
  /** It says nearly the same as one of the three prompts before it. */
  repeats: boolean;
  /** "Thanks": it belongs to the turn before it. */
  trivial: boolean;
  calls: readonly Call[];
  writes: readonly Write[];
  /** What the agent takes back before it writes. */
  takesBack: readonly string[] | "everything" | null;
  test: "passed" | "failed" | null;
  commits: boolean;
  /** The person empties the context before it. */
  resets: boolean;
}

/** One purpose, from its first prompt to its last. */
export interface Goal {
  id: string;
  topic: readonly string[];
  asks: readonly Ask[];
}

/** A prompt that says nothing and makes the agent do nothing. */
export const NOTHING_ASKED: Ask = {
  goal: "",
  needs: null,
  after: 0,
  pause: 0,
  words: [],
  topic: [],
  named: [],
  newGoal: false,
  refersBack: false,
  corrects: false,
  repeats: false,
  trivial: false,
  calls: [],
  writes: [],
  takesBack: null,
  test: null,
  commits: false,
  resets: false,
};

/** Whether an agent changes files for it. */
export function changes({ writes }: Ask): boolean {
  return writes.length > 0;
}

/** All lines that are written for it. */
export function linesOf({ writes }: Ask): number {
  return writes.reduce((sum, { lines }) => sum + lines, 0);
}
