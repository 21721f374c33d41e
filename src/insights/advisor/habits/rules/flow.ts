/** Habits for FC: long breaks in a task, and work in short stretches. */
import type { Seconds } from "../../../../vocabulary/units.ts";
import { firstOf, type HabitRule, mostOf, turnsWhere } from "./rule.ts";

/**
 * A longer pause ends a stretch.
 *
 * @see docs/scoring.md, "FC".
 */
const PAUSE: Seconds = 15 * 60;

type Gaps = { gapSeconds: Seconds | null; pauseSeconds: Seconds | null };

function waitBefore({ gapSeconds, pauseSeconds }: Gaps): Seconds {
  return pauseSeconds ?? gapSeconds ?? 0;
}

/** In the order in which they are looked for. */
export const FLOW_HABITS = [
  {
    id: "block_of_time",
    title: "Keep a block of time free for work like this",
    advice:
      "In these tasks the work stopped for more than a quarter of an hour. Begin them where you can stay with them, " +
      "and give the agent a longer task when you have to leave.",
    expectation: "Longer stretches of work without a break.",
    isCuredByWording: false,
    find: (work) => {
      const breaks = turnsWhere(work, (turn, index) => index > 0 && waitBefore(turn) > PAUSE);
      return breaks === null ? null : mostOf(work, waitBefore);
    },
  },
  {
    id: "one_sitting",
    title: "Do small requests in one sitting",
    advice:
      "These tasks were done in short stretches of work with nothing around them. Collect small requests and do them " +
      "one after the other.",
    expectation: "Longer stretches of work without a break.",
    isCuredByWording: false,
    find: firstOf,
  },
] as const satisfies readonly HabitRule[];
