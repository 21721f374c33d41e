/** What scores are compared with, for every scale, so that charts need not ask. */
import { createContext, useContext } from "react";
import type { BaselineSource } from "../../../src/metrics/baselines/baseline-versions.ts";
import { markFifty, sayFifty } from "../words/fifty.ts";

/** undefined as long as it is not known, and for sample numbers. */
export const HeldAgainst = createContext<BaselineSource | undefined>(undefined);

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
  return sayFifty(useContext(HeldAgainst));
}
