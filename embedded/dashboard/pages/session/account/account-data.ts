/** The account of a sub-session: its turns, what its outcome takes away, and what its score is computed from; pure. */
import type { SubSessionAnswer } from "../../../../../src/metrics/sub-sessions/sub-session-answer.ts";
import type { TurnEntry } from "../../../../../src/metrics/sub-sessions/turn-entry-answer.ts";
import { addLines, AXES, eachAxis, type Line, lineOf, linesOf, rounded, subtractLine } from "./lines.ts";

export interface TurnLine {
  entry: TurnEntry;
  amounts: Line;
}

export interface AccountTable {
  turns: readonly TurnLine[];
  /** The sums of the turns. */
  together: Line;
  /** What the outcome takes away; null where it takes nothing. */
  limit: { outcome: "partial" | "abandoned"; amounts: Line } | null;
  /** What the score is computed from. */
  total: Line;
}

/** An account with the entries of its turns. */
export type Accounted = Pick<SubSessionAnswer, "breakdown" | "turnEntries">;

/** Returns null where the account of its turns is not known. */
export function accountTable({ breakdown, turnEntries }: Accounted): AccountTable | null {
  if (turnEntries === undefined || turnEntries.length === 0) return null;
  const lines = linesOf(turnEntries);
  const turns = turnEntries.map((entry, place) => ({ entry, amounts: lines[place] ?? lineOf(entry) }));
  const together = addLines(lines);
  const total = eachAxis((axis) => ({
    took: together[axis].took,
    earned: breakdown.cap === null ? together[axis].earned : rounded(breakdown[axis].earned, AXES[axis]),
  }));
  return { turns, together, limit: limitOf(breakdown.cap, together, total), total };
}

function limitOf(cap: Accounted["breakdown"]["cap"], together: Line, total: Line): AccountTable["limit"] {
  if (cap === null) return null;
  const left = subtractLine(total, together);
  const amounts = eachAxis((axis) => ({ took: null, earned: left[axis].earned }));
  return { outcome: cap, amounts };
}
