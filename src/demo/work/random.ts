/** Chance that comes out the same every time: the demo's numbers depend only on its seed. */
import type { Instant } from "../../vocabulary/units.ts";

/** Draws from one sequence; each draw moves it on. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in that share of draws. */
  chance(share: number): boolean;
  pick<One>(among: readonly [One, ...One[]]): One;
  /** Log-normal: half of the draws below the median; `spread` is the deviation of the logarithm. */
  around(median: number, spread: number): number;
  /** Lower-case hex digits. */
  hex(digits: number): string;
  /** A UUID of version 4. */
  uuid(): string;
  /** A UUID of version 7, which begins with a time. */
  uuidAt(at: Instant): string;
}

/** Begins the sequence that belongs to a seed. */
export function createRandom(seed: string): Random {
  const next = mulberry32(Bun.hash.xxHash32(seed));
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const hex = (digits: number) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join("");
  return {
    next,
    whole,
    hex,
    chance: (share) => next() < share,
    pick: (among) => among[whole(0, among.length - 1)] ?? among[0],
    around: (median, spread) => median * Math.exp(spread * normal(next)),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${"89ab"[whole(0, 3)]}${hex(3)}-${hex(12)}`,
    uuidAt: (at) => {
      const time = at.toString(16).padStart(12, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${"89ab"[whole(0, 3)]}${hex(3)}-${hex(12)}`;
    },
  };
}

/** @see Tommy Ettinger's Mulberry32, public domain (2017). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Box and Muller's transform; 1 − u keeps the logarithm away from 0. */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}
