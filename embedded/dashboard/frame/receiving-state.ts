/** What the foot of the sidebar says about arriving records; pure, so that each state can be tested. */
import { ApiProblem } from "../api/ask.ts";
import type { NewestRecord } from "../api/newest-of.ts";
import { formatAgo } from "../words/times.ts";

const QUIET_AFTER_MS = 3_600_000;

/** A state as a shape and words. */
export interface ReceivingState {
  shape: "diamond" | "ring" | "half" | "dot";
  tone: "bad" | "quiet" | "good";
  says: string;
  /** When the newest record came; null where that is not known. */
  newest: string | null;
}

/**
 * What the query knows: the newest record, null for none, undefined while it is not known; and why it failed last.
 */
export interface AskedNewest {
  data: NewestRecord | null | undefined;
  error: Error | null;
}

export function receivingState({ data, error }: AskedNewest, now: number): ReceivingState {
  if (error !== null && isAway(error))
    return { shape: "diamond", tone: "bad", says: "The server does not answer", newest: null };
  // one that answers, but not with this, as while scores are computed again: what was known before is still true
  if (data === undefined)
    return { shape: "ring", tone: "quiet", says: error === null ? "Asking…" : "Not known", newest: null };
  if (data === null) return { shape: "ring", tone: "quiet", says: "Nothing received yet", newest: null };
  const newest = `newest record ${formatAgo(data.at, now)}`;
  return now - Date.parse(data.at) > QUIET_AFTER_MS
    ? { shape: "half", tone: "quiet", says: "Quiet", newest }
    : { shape: "dot", tone: "good", says: "Receiving", newest };
}

function isAway(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status === 0;
}
