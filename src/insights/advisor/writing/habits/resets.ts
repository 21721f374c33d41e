/** Habits for CRR: good moments to clear or compact the context that went by. */
import type { AdvisedWork } from "../work.ts";
import { counted, type Habit, shownBy } from "./habit.ts";

/**
 * The habit for where the context should have been cleared.
 *
 * @returns null when the work has no prompt.
 */
export function resetsHabit(work: AdvisedWork): Habit | null {
  const { sub_session_index, boundary_kind } = work.place;
  const beganInOldContext = sub_session_index > 0 && boundary_kind !== "reset";
  return beganInOldContext ? newWorkHabit(work) : fullContextHabit(work);
}

function newWorkHabit({ prompts, metrics }: AdvisedWork): Habit | null {
  const shown = shownBy(prompts.slice(0, 1));
  if (shown === null) return null;
  return {
    title: "Start new work with a clear context",
    advice:
      `The quoted prompt began something new in the context of the work before it. ${missed(metrics)} Next ` +
      "time, clear the context first when the new work does not need the old; the agent then reads less and " +
      "mixes nothing up.",
    expectation: "New work that starts with an empty context.",
    shownBy: shown,
  };
}

function fullContextHabit({ prompts, metrics }: AdvisedWork): Habit | null {
  const shown = shownBy(prompts.slice(-1));
  if (shown === null) return null;
  return {
    title: "Compact at a pause, before the context is full",
    advice:
      `The context filled up during this work. ${missed(metrics)} Next time, when a step is done and the context ` +
      "is more than half full, compact it, or clear it if the next step does not need what came before.",
    expectation: "No automatic compaction in the middle of a task.",
    shownBy: shown,
  };
}

function missed({ good_resets, bad_resets }: AdvisedWork["metrics"]): string {
  const chances = good_resets + bad_resets;
  return `Of ${counted(chances, "good moment")} to clear or compact it, ${bad_resets} went by unused or came too late.`;
}
