/** How many requests a key may send: a bucket of tokens per key, refilled by the clock. */
import type { Clock } from "../vocabulary/clock.ts";
import { type Instant, MINUTE, SECOND } from "../vocabulary/units.ts";
import type { Milliseconds, Seconds } from "../vocabulary/units.ts";

export interface RateLimit {
  /**
   * Takes one request off the key's share.
   *
   * @returns null, or how long the sender should wait, at least 1 s.
   */
  take(keyId: string): Seconds | null;
}

/**
 * A limit per key; the whole minute's share may come at once.
 *
 * @remarks Takes 0 for no limit.
 */
export function createRateLimit(requestsPerMinute: number, clock: Clock): RateLimit {
  if (requestsPerMinute === 0) return { take: () => null };
  const spacing: Milliseconds = MINUTE / requestsPerMinute;
  // When each key's bucket is full again; there are as many keys as people made, so none is ever removed.
  const fullAt = new Map<string, Instant>();
  return {
    take(keyId) {
      const now = clock();
      // an empty bucket is full in a minute: a later time is of a clock that was set back since
      const full = Math.min(fullAt.get(keyId) ?? 0, now + MINUTE);
      const next = Math.max(full, now) + spacing;
      const wait = next - now - MINUTE;
      fullAt.set(keyId, wait > 0 ? full : next);
      return wait > 0 ? Math.max(1, Math.ceil(wait / SECOND)) : null;
    },
  };
}
