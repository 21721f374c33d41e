/** Finds the habits of one person: which tasks show each, and what it costs. */
import { SKILL_INPUTS, type SkillInput } from "../../../metrics/metrics.ts";
import type { SessionName } from "../../../vocabulary/held-name.ts";
import type { Instant, Score } from "../../../vocabulary/units.ts";
import type { InputGaps } from "./gaps.ts";
import { type HabitId, HABITS } from "./rules/every-habit.ts";
import type { HabitRule, HabitWork } from "./rules/rule.ts";

/** A task of the person. */
export interface PersonsWork extends HabitWork {
  subSession: string;
  session: SessionName;
  startedAt: Instant;
  title: string | null;
}

/** A task that shows a habit. */
export interface HabitExample {
  work: PersonsWork;
  value: Score;
  /** The turns that show it, the clearest first. */
  turns: readonly number[];
  /** Points of Skill: what it pulls the period down by. */
  points: number;
}

/** A habit of somebody. */
export interface FoundHabit {
  id: HabitId;
  input: SkillInput;
  /** The sum over its tasks. */
  points: number;
  /** Tasks that have the input, those that do not show it too. */
  having: readonly PersonsWork[];
  /** Tasks below the reference that show it, the most expensive first; never none. */
  examples: readonly HabitExample[];
}

/**
 * Finds the habits, those of the input that costs most first, and of each input the one that costs most.
 *
 * @param works - The person's tasks that count in scores, in any order.
 */
export function findHabits(works: readonly PersonsWork[], gaps: InputGaps): FoundHabit[] {
  const found = SKILL_INPUTS.flatMap((input) => habitsFor(input, works, gaps));
  const cost = (input: SkillInput) => gaps[input].points ?? 0;
  return found.toSorted((left, right) => cost(right.input) - cost(left.input) || right.points - left.points);
}

function habitsFor(input: SkillInput, works: readonly PersonsWork[], gaps: InputGaps): FoundHabit[] {
  const { reference, share } = gaps[input];
  if (reference === null || share === null) return [];
  const having = works.filter(({ metrics }) => metrics[input] !== null);
  const weight = having.reduce((sum, { metrics }) => sum + metrics.weight, 0);
  const shown = new Map<HabitId, HabitExample[]>();
  for (const work of having) {
    const value = work.metrics[input] ?? reference.value;
    if (value >= reference.value) continue;
    const match = firstMatch(HABITS[input], work);
    if (match === null) continue;
    const points = (share * work.metrics.weight * (reference.value - value)) / weight;
    shown.getOrInsertComputed(match.id, () => []).push({ work, value, turns: match.turns, points });
  }
  return [...shown].map(([id, examples]) => ({
    id,
    input,
    points: examples.reduce((sum, { points }) => sum + points, 0),
    having,
    examples: examples.toSorted((left, right) => right.points - left.points),
  }));
}

function firstMatch(
  rules: readonly (HabitRule & { id: HabitId })[],
  work: HabitWork,
): { id: HabitId; turns: readonly number[] } | null {
  for (const { id, find } of rules) {
    const turns = find(work);
    if (turns !== null) return { id, turns };
  }
  return null;
}
