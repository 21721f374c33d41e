/** Habits for SSE: by the axis that cost most, and by how the work ended. */
import { CAPS } from "../../../../metrics/accounts/account.ts";
import { presentAxes } from "../../../../metrics/accounts/sums.ts";
import { sumsOfRow } from "../../../../metrics/metrics-row.ts";
import { firstOf, type HabitRule, type HabitWork, lastOf, mostOf } from "./rule.ts";

/** Where the points of a task's SSE were lost. */
export type Cause = "tokens" | "turns" | "human_time" | "outcome";

const CAUSES = { t: "tokens", n: "turns", h: "human_time", k: "human_time" } as const;

const ALMOST = 1e-9;

/** Returns the axis that cost most as they are weighed in SSE; where the outcome limits all of them, the outcome. */
export function largestCause({ metrics }: Pick<HabitWork, "metrics">): Cause {
  const axes = presentAxes(sumsOfRow(metrics), "sse");
  if (isLimited(metrics.outcome, axes)) return "outcome";
  const worst = axes.toSorted((left, right) => left.weight * left.value - right.weight * right.value)[0];
  return CAUSES[worst?.axis ?? "n"];
}

/** Whether less was earned on every axis only because of how the work ended. */
function isLimited(outcome: HabitWork["metrics"]["outcome"], axes: readonly { value: number }[]): boolean {
  if (outcome !== "partial" && outcome !== "abandoned") return false;
  return axes.length > 0 && axes.every(({ value }) => value >= CAPS[outcome] - ALMOST);
}

/** In the order in which they are looked for. */
export const EFFICIENCY_HABITS = [
  {
    id: "whole_request",
    title: "Put the whole request into the first prompt",
    advice:
      "These tasks took more prompts than their changes usually need. Say at the start what should come out, where, " +
      "and what must not change.",
    expectation: "Fewer prompts for the same changes.",
    isCuredByWording: true,
    find: (work) => (largestCause(work) === "turns" ? firstOf(work) : null),
  },
  {
    id: "name_files",
    title: "Name the files to start from",
    advice:
      "These tasks used more tokens than their changes usually need. Name the file, function or test to start from, " +
      "and ask for one result, so that the agent has less to read.",
    expectation: "Fewer tokens for the same changes.",
    isCuredByWording: true,
    find: (work) => (largestCause(work) === "tokens" ? mostOf(work, ({ tokens }) => tokens) : null),
  },
  {
    id: "quick_check",
    title: "Ask for something you can check quickly",
    advice:
      "In these tasks more time than usual passed between the agent's answers and your next prompts. Ask for a test " +
      "or a short summary of what changed, so that there is less to read before you go on.",
    expectation: "Less time between an answer and the next prompt.",
    isCuredByWording: true,
    find: (work) =>
      largestCause(work) === "human_time" ? mostOf(work, ({ gapSeconds }) => gapSeconds) : null,
  },
  {
    id: "say_when_done",
    title: "Say how you will know that it is done",
    advice:
      "These tasks were stopped, or ended with failing tests. Name the test or the check that must pass in the " +
      "prompt itself; when the way is not clear, ask for a plan first and correct the plan.",
    expectation: "More work that ends with passing tests or a commit.",
    isCuredByWording: true,
    find: (work) => (largestCause(work) === "outcome" ? lastOf(work) : null),
  },
] as const satisfies readonly HabitRule[];
