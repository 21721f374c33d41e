/** The cause of an episode, as far as it is known. */
import { type Instant, type Milliseconds, MINUTE } from "../../../vocabulary/units.ts";
import type { SessionName } from "../../../vocabulary/held-name.ts";

/** `organization`: the organization's limit; `local`: only one session saw it. */
export const SCOPES = ["provider", "organization", "local", "unknown"] as const;

export type Scope = (typeof SCOPES)[number];

/** The order in which one of several scopes is chosen. */
export const STRONGEST_FIRST = ["provider", "organization", "unknown", "local"] as const satisfies Scope[];

const OWN_LIMIT = 429;
/** What two sessions see so close together has one cause. */
export const TOGETHER: Milliseconds = 5 * MINUTE;

/** What the status of a failed call shows; null where there is none. */
export function scopeOfStatus(status: number | null): Scope {
  if (status === null) return "unknown";
  if (status === OWN_LIMIT) return "organization";
  return status >= 500 ? "provider" : "local";
}

/** When a session saw trouble with a model. */
export interface Sighted {
  session: SessionName;
  at: Instant;
}

/**
 * Whether another session saw the same at about the same time.
 *
 * @see docs/scoring.md, "latency_spike".
 * @remarks Takes what one episode saw, and what all saw of that model, by time.
 */
export function isCorroborated(seen: readonly Sighted[], everybody: readonly Sighted[]): boolean {
  return seen.some(({ session, at }) => {
    for (let place = firstFrom(everybody, at - TOGETHER); place < everybody.length; place += 1) {
      const other = everybody[place];
      if (other === undefined || other.at > at + TOGETHER) return false;
      if (other.session !== session) return true;
    }
    return false;
  });
}

function firstFrom(sorted: readonly Sighted[], from: Instant): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
