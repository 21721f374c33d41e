/** A habit of working, and the rule that finds the tasks which show that it is missing. */
import type { MetricsRow } from "../../../../metrics/columns-table.ts";
import type { StoredTurn } from "../../../../metrics/accounts/stored-turns.ts";
import type { SkillInput } from "../../../../metrics/metrics.ts";
import type { Dimension } from "../../../../rubric/checks.ts";
import type { SubSessionRow } from "../../../../turns/create-tables.ts";
import type { Score } from "../../../../vocabulary/units.ts";

/** A scored prompt of a sub-session. */
export interface MarkedTurn {
  turnIndex: number;
  rubricScore: Score;
  marks: Readonly<Record<Dimension, Score | null>>;
}

type Measured =
  SkillInput | "outcome" | "bad_resets" | "weight" | `${"took" | "earned"}_${"t" | "n" | "h" | "k"}`;

/** What rules see of a sub-session; no texts. */
export interface HabitWork {
  metrics: Pick<MetricsRow, Measured>;
  place: Pick<SubSessionRow, "sub_session_index" | "boundary_kind" | "first_turn">;
  /** In order; the first has the index `first_turn`. */
  turns: readonly StoredTurn[];
  /** In order. */
  prompts: readonly MarkedTurn[];
}

/** One habit for one input of Skill. */
export interface HabitRule {
  id: string;
  /** What to do, as a heading. */
  title: string;
  /** Why, and how, in a sentence or two. */
  advice: string;
  /** What should change. */
  expectation: string;
  /** Whether other words in a prompt are enough, so that a rewrite helps. */
  isCuredByWording: boolean;
  /** Returns the indexes of the turns that show it, the clearest first; null where the task does not show it. */
  find(work: HabitWork): readonly number[] | null;
}

/** Returns the indexes of the turns that a test accepts; null when it accepts none. */
export function turnsWhere(
  { turns, place }: HabitWork,
  accepts: (turn: StoredTurn, index: number) => boolean,
): readonly number[] | null {
  const found = turns.flatMap((turn, index) => (accepts(turn, index) ? [place.first_turn + index] : []));
  return found.length === 0 ? null : found;
}

/** The index of the first turn that is more than a word of thanks. */
export function firstOf({ turns, place }: HabitWork): readonly number[] {
  const found = turns.findIndex(({ nonTrivial }) => nonTrivial);
  return [place.first_turn + Math.max(0, found)];
}

/** The index of the last such turn. */
export function lastOf({ turns, place }: HabitWork): readonly number[] {
  const found = turns.findLastIndex(({ nonTrivial }) => nonTrivial);
  return [place.first_turn + Math.max(0, found)];
}

/** The index of the turn of which a value is largest. */
export function mostOf(
  { turns, place }: HabitWork,
  valueOf: (turn: StoredTurn) => number | null,
): readonly number[] {
  let [most, found]: [number, number] = [-Infinity, 0];
  for (const [index, turn] of turns.entries()) {
    const value = valueOf(turn) ?? -Infinity;
    if (value > most) [most, found] = [value, index];
  }
  return [place.first_turn + found];
}
