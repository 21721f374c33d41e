/** How a turn ended, as far as the prompt after it answers to that. */
import { isRejectedEdit } from "../../turns/outcomes/ending.ts";
import type { Turn } from "../../turns/turn.ts";
import { isInterrupt, isWork, type Work } from "../../turns/work.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";

const FAILED_TOOLS_IN_A_ROW = 3;

/** Whether a turn ended in three or more failed tool calls, or in a model error. */
export const endedInFailure = perObject((turn: Turn): boolean => {
  const last = lastWork(turn, (event) => event.kind !== "decision");
  if (last?.kind === "model_call" && last.result === "failed") return true;
  const tools = turn.toolReadings.slice(-FAILED_TOOLS_IN_A_ROW);
  return tools.length === FAILED_TOOLS_IN_A_ROW && tools.every((reading) => reading.failed);
});

/** Whether a turn ended in an interrupt or a rejected edit, whatever the agent said after it. */
export const endedInRefusal = perObject((turn: Turn): boolean => {
  const last = lastWork(turn, (event) => event.kind !== "model_call" && !isRefused(event));
  return last !== null && (isInterrupt(last) || isRejectedEdit(last));
});

/** A refused call comes with its decision, which says who refused. */
function isRefused(event: Work): boolean {
  return event.kind === "tool_call" && event.rejected;
}

function lastWork(turn: Turn, counts: (event: Work) => boolean): Work | null {
  for (let position = turn.events.length - 1; position >= 0; position -= 1) {
    const event = turn.events[position];
    if (event !== undefined && isWork(event) && counts(event)) return event;
  }
  return null;
}
