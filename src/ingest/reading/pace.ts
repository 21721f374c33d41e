/** How slowly a body may arrive: whoever sends slower holds room that others need. */
import { type Instant, SECOND } from "../../vocabulary/units.ts";
import type { Bytes, Milliseconds } from "../../vocabulary/units.ts";

/** The least that a sender must keep up with. */
export interface LeastPace {
  /** For this long a body may arrive as slowly as it likes. */
  graceMs: Milliseconds;
  bytesPerSecond: number;
}

/** A modem sends as fast as this. */
export const LEAST_PACE: LeastPace = { graceMs: 5 * SECOND, bytesPerSecond: 10_000 };

/** Watches bodies that arrive. */
export interface Pace {
  /** @param giveUp - What to do, once, when the body has become too slow. */
  watch(giveUp: () => void): WatchedBody;
}

/** A body that arrives. */
export interface WatchedBody {
  received(bytes: Bytes): void;
  /** It has arrived, or nobody waits for it any more. */
  end(): void;
}

interface Arrival {
  startedAt: Instant;
  bytes: Bytes;
  giveUp: () => void;
}

/** Looks once a second at those that arrive, because a timer for each would cost more than reading most of them. */
export function createPace({ graceMs, bytesPerSecond }: LeastPace): Pace {
  const arrivals = new Set<Arrival>();
  let isLooking = false;
  const isTooSlow = ({ startedAt, bytes }: Arrival): boolean => {
    const seconds = (performance.now() - startedAt - graceMs) / SECOND;
    return bytes < seconds * bytesPerSecond;
  };
  const look = (): void => {
    isLooking = false;
    for (const arrival of arrivals) {
      if (!isTooSlow(arrival)) continue;
      arrivals.delete(arrival);
      arrival.giveUp();
    }
    lookLater();
  };
  const lookLater = (): void => {
    if (isLooking || arrivals.size === 0) return;
    isLooking = true;
    setTimeout(look, Math.min(SECOND, graceMs)).unref();
  };
  return {
    watch(giveUp) {
      const arrival: Arrival = { startedAt: performance.now(), bytes: 0, giveUp };
      arrivals.add(arrival);
      lookLater();
      return {
        received: (bytes) => void (arrival.bytes += bytes),
        end: () => void arrivals.delete(arrival),
      };
    },
  };
}
