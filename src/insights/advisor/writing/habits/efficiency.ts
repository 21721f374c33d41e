/** Habits for SSE: what made the work take more than it earned. */
import { type Cause, largestCause } from "../../habits/rules/efficiency.ts";
import type { AdvisedWork } from "../work.ts";
import { counted, type Habit, plainNumber, plainTime, shownBy } from "./habit.ts";

/**
 * The habit for the axis that cost most, or for how the work ended.
 *
 * @returns null when no prompt shows it.
 */
export function efficiencyHabit(work: AdvisedWork): Habit | null {
  return HABITS[largestCause(work)](work);
}

const HABITS: Readonly<Record<Cause, (work: AdvisedWork) => Habit | null>> = {
  turns: turnsHabit,
  tokens: tokensHabit,
  human_time: humanTimeHabit,
  outcome: outcomeHabit,
};

function turnsHabit({ metrics, prompts }: AdvisedWork): Habit | null {
  const shown = shownBy(prompts);
  if (shown === null) return null;
  return {
    title: "Put the whole request into the first prompt",
    advice:
      `This took ${counted(metrics.took_n, "prompt")}; what its turns changed usually takes about ` +
      `${plainNumber(Math.max(1, metrics.earned_n))} here. Next time, say at the start what should come out, ` +
      "where, and what must not change, so that less has to be added afterwards.",
    expectation: "Fewer prompts for the same changes.",
    shownBy: shown,
  };
}

function tokensHabit({ metrics, prompts, turns }: AdvisedWork): Habit | null {
  const tokens = new Map(turns.map((turn) => [turn.index, turn.tokens]));
  const byTokens = prompts.toSorted(
    (left, right) => (tokens.get(right.turnIndex) ?? 0) - (tokens.get(left.turnIndex) ?? 0),
  );
  const shown = shownBy(byTokens.slice(0, 1));
  if (shown === null) return null;
  return {
    title: "Name the files to start from",
    advice:
      `This used about ${plainNumber(metrics.took_t)} tokens, weighed by what they cost; turns like these ` +
      `usually use about ${plainNumber(metrics.earned_t)} here. The quoted prompt used most of ` +
      "them. Next time, name the file, function or test to start from, and ask for one result, so that the " +
      "agent has less to read.",
    expectation: "Fewer tokens for the same changes.",
    shownBy: shown,
  };
}

function humanTimeHabit({ metrics, prompts, turns }: AdvisedWork): Habit | null {
  const waits = new Map(
    turns.map((turn, place) => [turn.index, turn.startedAt - (turns[place - 1]?.endedAt ?? turn.startedAt)]),
  );
  const longest = prompts.toSorted(
    (left, right) => (waits.get(right.turnIndex) ?? 0) - (waits.get(left.turnIndex) ?? 0),
  );
  const shown = shownBy(longest.slice(0, 1));
  if (shown === null) return null;
  return {
    title: "Ask for something you can check quickly",
    advice:
      `In all, ${plainTime(metrics.took_h)} passed between the agent's answers and the next ` +
      `prompts; for turns like these it is usually about ${plainTime(metrics.earned_h)} here. Next ` +
      "time, ask the agent to show that it works, with a test or a short summary of what changed, so that " +
      "there is less to read before you go on.",
    expectation: "Less time between an answer and the next prompt.",
    shownBy: shown,
  };
}

function outcomeHabit({ metrics, prompts }: AdvisedWork): Habit | null {
  const shown = shownBy(prompts.slice(-1));
  if (shown === null) return null;
  return metrics.outcome === "abandoned"
    ? {
        title: "Agree on a plan before the agent starts",
        advice:
          "This work was taken back, or broken off and not taken up again within a day. Next time, ask for a plan first " +
          "when the way is not clear, and correct the plan: that is cheaper than stopping work that has begun.",
        expectation: "Less work that is stopped half-way.",
        shownBy: shown,
      }
    : {
        title: "Say how you will know that it is done",
        advice:
          "This work ended with failing tests, or its files had to be taken up again later. Next time, name the " +
          "test or the check that must pass in the prompt itself, and have the agent run it before you go on.",
        expectation: "More work that ends with passing tests or a commit.",
        shownBy: shown,
      };
}
