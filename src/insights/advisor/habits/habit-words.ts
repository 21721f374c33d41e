/** What answers say of a habit, whoever has it. */
import type { SkillInput } from "../../../metrics/metrics.ts";
import type { HabitWords } from "./habits-answer.ts";
import { type HabitId, HABITS } from "./rules/every-habit.ts";
import type { HabitRule } from "./rules/rule.ts";

/** Returns the texts of a habit. */
export function wordsOfHabit({ id, input }: { id: HabitId; input: SkillInput }): HabitWords {
  const rules: readonly HabitRule[] = HABITS[input];
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`BUG: ${id} is no habit for ${input}`);
  const { title, advice, expectation, isCuredByWording } = rule;
  return { habit: id, input, title, advice, expectation, isCuredByWording };
}
