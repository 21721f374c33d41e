/** Habits for PES: what the weakest prompt lacked. */
import type { AdvisedWork } from "../work.ts";
import { type Habit, shownBy } from "./habit.ts";

/**
 * The habit for the prompt with the fewest points.
 *
 * @returns null when none was scored.
 */
export function promptsHabit({ metrics, prompts }: AdvisedWork): Habit | null {
  const scored = prompts.filter(({ rubricScore }) => rubricScore !== null);
  const shown = shownBy(
    scored.toSorted((left, right) => (left.rubricScore ?? 0) - (right.rubricScore ?? 0)).slice(0, 1),
  );
  if (shown === null) return null;
  const [first = "Say what should come out, where, and how one knows that it is done.", ...more] =
    shown[0].advice;
  const [also = ""] = more;
  return {
    title: first.replace(/\.$/, ""),
    advice:
      `The prompts of this work have ${Math.round(metrics.pes ?? 0)} of 100 points on average, the quoted one ` +
      `${Math.round(shown[0].rubricScore ?? 0)}. Next time: ${lowerFirst(first)}${also === "" ? "" : ` Also: ${lowerFirst(also)}`}`,
    expectation: "More points for prompts like this one, and fewer questions and corrections after them.",
    shownBy: shown,
  };
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
