/** Writes what a card says about a sub-session: the weakest input, a habit for it, and the prompts that show it. */
import type { SkillInput } from "../../../metrics/metrics.ts";
import { quoteFrom } from "../card.ts";
import { efficiencyHabit } from "./habits/efficiency.ts";
import { flowHabit } from "./habits/flow.ts";
import type { Habit } from "./habits/habit.ts";
import { iterationHabit } from "./habits/iteration.ts";
import { promptsHabit } from "./habits/prompts.ts";
import { resetsHabit } from "./habits/resets.ts";
import type { AdvisedPrompt, AdvisedWork } from "./work.ts";

/** A prompt that a card points at. */
export interface Evidence {
  /** Its event's id, by which it is found again when turns are counted otherwise. */
  prompt: string;
  turnIndex: number;
  quote: string | null;
}

/** What a card says. */
export interface WrittenCard extends Omit<Habit, "shownBy"> {
  input: SkillInput;
  evidence: Evidence[];
}

/**
 * Writes about one input.
 *
 * @returns null when no prompt of the work shows the weakness, and when the work ended because the model
 *   failed: that is nobody's habit.
 */
export function writeCard(input: SkillInput, work: AdvisedWork): WrittenCard | null {
  if (endedInModelError(work)) return null;
  const habit = HABITS[input](work);
  if (habit === null) return null;
  const { title, advice, expectation, shownBy } = habit;
  return { input, title, advice, expectation, evidence: shownBy.map(evidenceOf) };
}

/** What may be said about each input; null when no prompt of the work shows it. */
const HABITS: Readonly<Record<SkillInput, (work: AdvisedWork) => Habit | null>> = {
  sse: efficiencyHabit,
  pes: promptsHabit,
  ie: iterationHabit,
  crr: resetsHabit,
  fc: flowHabit,
};

/** Whether the work ended because the model failed: then nothing of it is anybody's habit. */
export function endedInModelError({ metrics, turns }: AdvisedWork): boolean {
  return metrics.outcome === "abandoned" && (turns.at(-1)?.failedCalls ?? 0) > 0;
}

function evidenceOf({ id, turnIndex, text }: AdvisedPrompt): Evidence {
  return { prompt: id, turnIndex, quote: text === null ? null : quoteFrom(text) };
}
