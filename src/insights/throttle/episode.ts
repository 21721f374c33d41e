/** One stretch of trouble of one developer, as a detector found it. */
import type { Ending } from "../../stalls/retry-prompts.ts";
import type { Instant, Milliseconds } from "../../vocabulary/units.ts";
import type { Stall } from "./detectors/lost-time.ts";
import { type Scope, TOGETHER } from "./detectors/scope.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** The detectors, by the names of docs/scoring.md. */
export const DETECTORS = ["latency_spike", "prompt_retry", "recurring_drop_off", "error_stall"] as const;

export type Detector = (typeof DETECTORS)[number];

/** Whether a turn ended with the error, or a call worked when it was tried again. */
export const ERROR_CAUSES = ["terminal_error", "retry_wait"] as const;

export type ErrorCause = (typeof ERROR_CAUSES)[number];

/** What a detector saw. */
export type Evidence =
  | {
      kind: "slow_calls";
      calls: number;
      /** Those of a spike that stands out from a lasting shift, whose calls they are as well. */
      alsoInShift: number;
      timesPredicted: number;
      lasting: boolean;
    }
  | {
      kind: "error";
      cause: ErrorCause;
      statuses: (number | null)[];
      waits: number;
      /** The beginning of the hour whose short waits these are; absent for a wait that is listed by itself. */
      hour?: Instant;
    }
  | { kind: "retries"; prompts: number; after: Ending[] }
  | { kind: "pause"; pauseMs: Milliseconds; pauses: number };

export interface Episode {
  id: string;
  detector: Detector;
  developer: string;
  /** null where the agent does not say, or where several models had a part in it. */
  model: string | null;
  sessions: SessionName[];
  startedAt: Instant;
  endedAt: Instant;
  scope: Scope;
  /** The time that was lost. */
  stalls: Stall[];
  evidence: Evidence;
  /** Whether it began on the day before. */
  continues: boolean;
}

/** What the other trouble of a developer around a time says about the scope. */
export function scopeNear(
  episodes: readonly Episode[],
  { developer, at }: { developer: string; at: Instant },
): Scope {
  const near = episodes.filter(
    (episode) =>
      episode.developer === developer &&
      episode.startedAt <= at + TOGETHER &&
      at - TOGETHER <= episode.endedAt,
  );
  return near.find(({ scope }) => scope === "provider")?.scope ?? near[0]?.scope ?? "local";
}

/** Stalls that overlap made one, by time. */
export function joinStalls(stalls: readonly Stall[]): Stall[] {
  const joined: Stall[] = [];
  for (const { start, end } of stalls.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
