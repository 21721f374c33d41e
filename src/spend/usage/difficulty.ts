/** How hard a sub-session's work was, as far as what was done shows. */
import type { SubSession } from "../../turns/sub-session.ts";
import { sumTokens } from "../../turns/totals.ts";
import type { Tokens } from "../../vocabulary/units.ts";

export type Difficulty = "trivial" | "routine" | "complex";

/** What shows it. */
export interface WorkToJudge {
  files: number;
  toolCalls: number;
  /** Its non-trivial turns, and how many of its turns are repairs. */
  turns: number;
  repairs: number;
  /** null when no call reports it. */
  output: Tokens | null;
}

/**
 * Judges the work of one sub-session.
 *
 * @see docs/scoring.md, "Cheaper and stronger models".
 */
export function difficultyOf({ files, toolCalls, turns, repairs, output }: WorkToJudge): Difficulty {
  if (files > 8 || toolCalls > 40 || repairs > 0.4 * turns) return "complex";
  const isSmall = files <= 2 && toolCalls <= 6 && repairs === 0;
  return isSmall && output !== null && output < 1_500 ? "trivial" : "routine";
}

/** @remarks Takes how many of the sub-session's turns are repairs. */
export function workToJudge(subSession: SubSession, repairs: number): WorkToJudge {
  const { filesTouched: files, toolCalls, nonTrivialTurns: turns } = subSession;
  return {
    files,
    toolCalls,
    turns,
    repairs,
    output: sumTokens(subSession.turns.map(({ tokens }) => tokens)).output,
  };
}
