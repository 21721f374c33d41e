/** Remembers the timeline that was read last, so that the next pages of a long session cost no second assembly. */
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { PlacedEntry } from "./timeline.ts";

/** A record that came late may change a step and nothing in the session's rows. */
const KEPT_FOR: Milliseconds = 30 * SECOND;

/** The memory of one thread that answers queries. */
export class TimelineMemory {
  private last: { of: string; at: Instant; entries: readonly PlacedEntry[] } | null = null;

  /**
   * Returns the entries if they were made less than half a minute ago; otherwise makes them again.
   *
   * @param rows - What the rows say about the session, as text. While it is the same, so are the entries.
   */
  async entries(
    of: string,
    now: Instant,
    make: () => Promise<readonly PlacedEntry[]>,
  ): Promise<readonly PlacedEntry[]> {
    const last = this.last;
    if (last !== null && last.of === of && now >= last.at && now - last.at < KEPT_FOR) return last.entries;
    const entries = await make();
    this.last = { of, at: now, entries };
    return entries;
  }
}
