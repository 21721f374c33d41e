/** A step of a trial. */
import type { Trial } from "./trial.ts";

/** It throws what is wrong. */
export interface Step {
  name: string;
  /** Without it the rest of the trial shows nothing. */
  isNeeded?: true;
  /** A quick run has it too: on every combination, or on all that are compared with the plain one. */
  quick?: "all" | "compared";
  work(trial: Trial): Promise<void>;
}

export function expectThat(fact: boolean, otherwise: string): void {
  if (!fact) throw new Error(otherwise);
}
