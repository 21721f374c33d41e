/** Habits for IE: prompts that corrected or repeated something. */
import type { AdvisedWork } from "../work.ts";
import { counted, type Habit, shownBy } from "./habit.ts";

/** Returns null when no prompt of the work is a repair. */
export function iterationHabit({ metrics, prompts }: AdvisedWork): Habit | null {
  const repairs = prompts.filter((prompt) => prompt.repairs);
  const shown = shownBy(repairs);
  if (shown === null) return null;
  const { repair_turns, non_trivial_turns } = metrics;
  return {
    title: "Say first what you had to correct",
    advice:
      `${repair_turns} of ${counted(non_trivial_turns, "prompt")} corrected, repeated or undid what the agent ` +
      "had just done. Next time, put what you corrected here into the first prompt: the limit, the example to " +
      "follow, or what must stay as it is. When a second correction fails, go back and ask anew.",
    expectation: "Fewer prompts that correct the one before.",
    shownBy: shown,
  };
}
