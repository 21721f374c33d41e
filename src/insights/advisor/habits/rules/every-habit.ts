/** Every habit, by the input of Skill that it raises. */
import type { SkillInput } from "../../../../metrics/metrics.ts";
import { EFFICIENCY_HABITS } from "./efficiency.ts";
import { FLOW_HABITS } from "./flow.ts";
import { ITERATION_HABITS } from "./iteration.ts";
import { PROMPT_HABITS } from "./prompts.ts";
import { RESET_HABITS } from "./resets.ts";
import type { HabitRule } from "./rule.ts";

/** In each list, a task belongs to the first habit whose rule holds. */
export const HABITS = {
  sse: EFFICIENCY_HABITS,
  pes: PROMPT_HABITS,
  ie: ITERATION_HABITS,
  crr: RESET_HABITS,
  fc: FLOW_HABITS,
} as const satisfies Readonly<Record<SkillInput, readonly HabitRule[]>>;

export type HabitId = (typeof HABITS)[SkillInput][number]["id"];

/** Their ids. */
export const HABIT_IDS: readonly HabitId[] = Object.values(HABITS).flatMap((rules) =>
  rules.map(({ id }) => id),
);
