/** Habits for IE: what repairs of a task look like. */
import { type HabitRule, type HabitWork, turnsWhere } from "./rule.ts";

/** Returns the repairs that follow a repair. */
function repairsInRow(work: HabitWork): readonly number[] | null {
  return turnsWhere(work, ({ repair }, index) => repair && work.turns[index - 1]?.repair === true);
}

function takenBack(work: HabitWork): readonly number[] | null {
  return turnsWhere(
    work,
    ({ repair, repairOf, undone }) => (repair && repairOf?.rule === "undo") || undone === true,
  );
}

/** In the order in which they are looked for. */
export const ITERATION_HABITS = [
  {
    id: "start_again",
    title: "After a second correction, go back and ask anew",
    advice:
      "In these tasks one correction followed another. When the second one fails, undo the change and write a new " +
      "prompt with what you have learned: what is in the context keeps leading the agent astray.",
    expectation: "No correction that follows a correction.",
    isCuredByWording: false,
    find: repairsInRow,
  },
  {
    id: "plan_first",
    title: "Agree on a plan before the agent changes files",
    advice:
      "In these tasks changes were taken back. Ask for a plan first when the way is not clear, and correct the plan: " +
      "that is cheaper than undoing work.",
    expectation: "Fewer changes that are taken back.",
    isCuredByWording: false,
    find: takenBack,
  },
  {
    id: "correct_first",
    title: "Say first what you had to correct",
    advice:
      "Prompts of these tasks corrected or repeated something. Put it into the first prompt of the next task like " +
      "this: the limit, the example to follow, or what must stay as it is.",
    expectation: "Fewer prompts that correct the one before.",
    isCuredByWording: true,
    find: (work) => turnsWhere(work, ({ repair }) => repair),
  },
] as const satisfies readonly HabitRule[];
