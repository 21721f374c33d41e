/** Records sign-ins that failed: one entry for each address and minute, and no more than a few in all. */
import { LRUCache } from "lru-cache";
import { type Instant, MINUTE } from "../../vocabulary/units.ts";
import type { RouteContext } from "../route-context.ts";
import { clientOf } from "../sign-in/client.ts";

/** Hears of each sign-in that failed. */
export interface FailedSignIns {
  /** Ends when the first of an address in a minute is in the log. */
  note(request: Request): Promise<void>;
}

/** In a minute: somebody who guesses from ever new addresses fills no disk. */
const MOST_ENTRIES = 60;
const MOST_ADDRESSES = 5_000;

/** Records by a change of the engine. The sign-in is refused also where that cannot be done. */
export function recordFailedSignIns({
  clock,
  changes,
}: Pick<RouteContext, "clock" | "changes">): FailedSignIns {
  const recordedAt = new LRUCache<string, Instant>({ max: MOST_ADDRESSES });
  let minute = { since: 0, entries: 0 };
  return {
    async note(request) {
      const { address } = clientOf(request);
      const now = clock();
      if (now - minute.since >= MINUTE) minute = { since: now, entries: 0 };
      if (now - (recordedAt.get(address) ?? 0) < MINUTE || minute.entries >= MOST_ENTRIES) return;
      recordedAt.set(address, now);
      minute.entries += 1;
      await changes(request)
        .recordFailedSignIn({ address })
        .catch(() => {});
    },
  };
}
