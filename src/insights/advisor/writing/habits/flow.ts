/** Habits for FC: work in short stretches, or with long breaks in it. */
import { MINUTE, type Milliseconds } from "../../../../vocabulary/units.ts";
import type { AdvisedPrompt, AdvisedWork } from "../work.ts";
import { type Habit, plainTime, shownBy } from "./habit.ts";

/**
 * A longer pause ends a stretch.
 *
 * @see docs/scoring.md, "FC".
 */
const PAUSE: Milliseconds = 15 * MINUTE;
/** The stretch that is worth 100. */
const FULL_STRETCH_SECONDS = 90 * 60;

/** Returns null when the work has no prompt. */
export function flowHabit(work: AdvisedWork): Habit | null {
  const { pause, prompt } = longestPause(work);
  const shown = shownBy(
    [(pause > PAUSE ? prompt : null) ?? work.prompts[0]].filter((prompt) => prompt !== undefined),
  );
  if (shown === null) return null;
  const seconds = ((work.metrics.fc ?? 0) / 100) * FULL_STRETCH_SECONDS;
  const stretch = `The stretches of work around this lasted ${seconds < 60 ? "less than a minute" : `about ${plainTime(seconds)}`}.`;
  if (pause <= PAUSE)
    return {
      title: "Do small requests in one sitting",
      advice: `${stretch} Next time, collect small requests and do them one after the other, in one sitting.`,
      expectation: "Longer stretches of work without a break.",
      shownBy: shown,
    };
  return {
    title: "Keep a block of time free for this",
    advice:
      `${stretch} Before the quoted prompt the work stopped for ${plainTime(pause / 1_000)}. Next time, begin ` +
      "work like this where you can stay with it, and give the agent a longer task when you have to leave.",
    expectation: "Longer stretches of work without a break.",
    shownBy: shown,
  };
}

function longestPause({ turns, prompts }: AdvisedWork): {
  pause: Milliseconds;
  prompt: AdvisedPrompt | undefined;
} {
  let [pause, index]: [Milliseconds, number | null] = [0, null];
  for (const [place, turn] of turns.entries()) {
    const before = turns[place - 1];
    if (before === undefined || turn.startedAt - before.endedAt <= pause) continue;
    [pause, index] = [turn.startedAt - before.endedAt, turn.index];
  }
  return { pause, prompt: prompts.find(({ turnIndex }) => turnIndex === index) };
}
