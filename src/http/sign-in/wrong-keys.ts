/** Slows down whoever tries keys: after some wrong ones an address waits. */
import type { Clock } from "../../vocabulary/clock.ts";
import { MINUTE, SECOND, type Milliseconds } from "../../vocabulary/units.ts";

/** Counts wrong keys by address. */
export interface WrongKeys {
  /** Gives: seconds until this address may try again; null when it may now. */
  waitOf(address: string): number | null;
  /** Counts one more. */
  note(address: string): void;
}

const MOST_IN_A_WINDOW = 10;
const WINDOW: Milliseconds = MINUTE;
/** So many addresses are remembered; past it all are forgotten, which only helps who guesses from as many. */
const MOST_ADDRESSES = 10_000;

export function countWrongKeys(clock: Clock): WrongKeys {
  const counts = new Map<string, { wrong: number; since: Milliseconds }>();
  const current = (address: string) => {
    const count = counts.get(address);
    return count !== undefined && clock() - count.since < WINDOW ? count : null;
  };
  return {
    waitOf(address) {
      const count = current(address);
      if (count === null || count.wrong < MOST_IN_A_WINDOW) return null;
      return Math.ceil((count.since + WINDOW - clock()) / SECOND);
    },
    note(address) {
      const count = current(address);
      if (count !== null) count.wrong += 1;
      else {
        if (counts.size >= MOST_ADDRESSES) counts.clear();
        counts.set(address, { wrong: 1, since: clock() });
      }
    },
  };
}
