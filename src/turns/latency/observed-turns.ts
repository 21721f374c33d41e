/** The turns that telemetry observed: agents' own files hold no attempt that failed and few times of calls. */
import type { Turn } from "../turn.ts";

/** Returns the turns whose prompts and calls come from telemetry; only these show where a model held up the work. */
export function observedTurns(turns: readonly Turn[]): Turn[] {
  return turns.filter(isObserved);
}

/** Whether a turn's prompt and calls all come from telemetry. */
export function isObserved({ events }: Pick<Turn, "events">): boolean {
  return !events.some(isOfFile);
}

function isOfFile({ kind, fromHistory }: Turn["events"][number]): boolean {
  return fromHistory !== undefined && (kind === "prompt" || kind === "model_call");
}
