/** What scores are compared with, for every scale, so that charts need not ask. */
import { createContext, useContext } from "react";
import type { BaselineSource } from "../../../src/metrics/baselines/baseline-versions.ts";
import { markFifty, sayFifty, type Tick, tickOf } from "../words/fifty.ts";

/** undefined as long as it is not known, and for sample numbers. */
export const HeldAgainst = createContext<BaselineSource | undefined>(undefined);

/** When the baseline was learned or set, as ISO 8601; null as long as it is not known, and for the shipped one. */
export const HeldSince = createContext<string | null>(null);

/** The median of the organization's people, by the title of a score or an input; nothing for fewer than five. */
export const Medians = createContext<ReadonlyMap<string, { value: number; people: number }>>(new Map());

/** Reads what a scale is marked with; null for nothing. */
export function useTick(title: string): Tick | null {
  return tickOf(title, useContext(HeldAgainst), useContext(Medians).get(title) ?? null);
}

/**
 * Reads what is at the middle of a scale.
 *
 * @param title what the scale shows, such as "Speed"
 * @returns "50: baseline", or that it is of the shipped values, or "50" for what has a scale of its own
 */
export function useMiddle(title: string): ReturnType<typeof markFifty> {
  return markFifty(title, useContext(HeldAgainst));
}

/** Reads what 50 means, as part of a sentence. */
export function useFifty(): string {
  return sayFifty(useContext(HeldAgainst), useContext(HeldSince));
}
