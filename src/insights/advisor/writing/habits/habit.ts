/** A habit: what a card says about one input, and which turns show it. */
import type { AdvisedPrompt } from "../work.ts";

/** What a card says. */
export interface Habit {
  /** What to do, as a heading. */
  title: string;
  /** What happened, and what to do next time. */
  advice: string;
  /** What should change when it is done. */
  expectation: string;
  /** The prompts that show it, the clearest first; never none. */
  shownBy: readonly [AdvisedPrompt, ...AdvisedPrompt[]];
}

/**
 * Prompts that show a habit, at most two: more would be a scolding.
 *
 * @returns null when there is none.
 */
export function shownBy(prompts: readonly AdvisedPrompt[]): Habit["shownBy"] | null {
  const [first, second] = prompts;
  if (first === undefined) return null;
  return second === undefined ? [first] : [first, second];
}

/** A number as people write it: 12,300. */
export function plainNumber(value: number): string {
  const rounded = value >= 1_000 ? Math.round(value / 100) * 100 : Math.round(value);
  return rounded.toLocaleString("en-US");
}

/** "1 prompt", "2 prompts". */
export function counted(count: number, noun: string): string {
  return `${plainNumber(count)} ${noun}${Math.round(count) === 1 ? "" : "s"}`;
}

/** A time as people say it: "40 seconds", "3 minutes". */
export function plainTime(seconds: number): string {
  return seconds < 90 ? counted(seconds, "second") : counted(seconds / 60, "minute");
}
