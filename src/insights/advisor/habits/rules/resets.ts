/** Habits for CRR: good moments to clear or compact the context that went by. */
import { firstOf, type HabitRule, type HabitWork, lastOf } from "./rule.ts";

function beganInOldContext({ place }: HabitWork): boolean {
  return place.sub_session_index > 0 && place.boundary_kind !== "reset";
}

/** In the order in which they are looked for. */
export const RESET_HABITS = [
  {
    id: "clear_before_new",
    title: "Start new work with a clear context",
    advice:
      "These tasks began in the context of the work before them. Clear the context first when the new work does not " +
      "need the old: the agent then reads less and mixes nothing up.",
    expectation: "New work that starts with an empty context.",
    isCuredByWording: false,
    find: (work) => (work.metrics.bad_resets > 0 && beganInOldContext(work) ? firstOf(work) : null),
  },
  {
    id: "compact_at_pause",
    title: "Compact at a pause, before the context is full",
    advice:
      "The context filled up during these tasks. When a step is done and the context is more than half full, compact " +
      "it, or clear it if the next step does not need what came before.",
    expectation: "No automatic compaction in the middle of a task.",
    isCuredByWording: false,
    find: (work) => (work.metrics.bad_resets > 0 ? lastOf(work) : null),
  },
] as const satisfies readonly HabitRule[];
