/** How far the stages behind the writer are. */
import type { Backlog } from "../../answers/read-kept.ts";
import { type Instant, SECOND, type Seconds } from "../../vocabulary/units.ts";

/** How far a stage is behind. */
export interface Lag {
  seconds: Seconds;
  records: number | null;
  sessions: number | null;
}

/** How far the stages behind the writer are, as the database shows. */
export function lagsOf(
  { unexamined, unmeasured }: Backlog,
  now: Instant,
): Record<"normaliser" | "metrics", Lag> {
  return {
    normaliser: { seconds: secondsSince(unexamined.since, now), records: unexamined.records, sessions: null },
    metrics: { seconds: secondsSince(unmeasured.since, now), records: null, sessions: unmeasured.sessions },
  };
}

export function secondsSince(at: Instant | null, now: Instant): Seconds {
  return at === null ? 0 : Math.max(0, now - at) / SECOND;
}
