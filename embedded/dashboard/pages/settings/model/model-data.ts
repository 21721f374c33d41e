/** What the judge model's figures come to. */
import { formatThings, formatUsd } from "../../../words/numbers.ts";
import type { Status } from "../status/fetch-status.ts";

/** The figures of the judge model. */
export type Model = NonNullable<Status["languageModel"]>;

/** Returns how many prompts wait to be judged; null when the stage does not say. */
export function waitingPrompts({ stages }: Status): number | null {
  return stages.find(({ stage }) => stage === "judging")?.counters["waitingPrompts"] ?? null;
}

/** @param model - The model; null while the engine is being started. */
export function sayModel(model: Model | null, waiting: number | null): string {
  if (model === null) return "The server is starting; the judge model's figures are not there yet.";
  if (model.model === null)
    return `No judge model is set: ${sayWaiting(waiting)}, and everything else works.`;
  if (model.offline) return `${model.model} is set, and the setting offline forbids the connection to it.`;
  const { calls } = model.month;
  if (calls === 0) return `${model.model} is set; it was not asked this month.`;
  const cost = costOfMonth(model.month);
  const price = cost === null ? "; what that cost is not known" : `, for ${cost}`;
  return `${model.model} was asked ${formatThings(calls, "time")} this month${price}.`;
}

/** Returns what the calls with a price cost; null when none of the calls has one. */
export function costOfMonth({ calls, unpricedCalls, costUsd }: Model["month"]): string | null {
  return calls > 0 && unpricedCalls === calls ? null : formatUsd(costUsd);
}

function sayWaiting(waiting: number | null): string {
  return waiting === null ? "prompts wait" : formatThings(waiting, "prompt waits", "prompts wait");
}

/** Whether the model can be asked at all. */
export function mayBeAsked(model: Model | null): boolean {
  return model !== null && model.model !== null && !model.offline;
}
