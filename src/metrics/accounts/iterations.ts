/** How many turns of a sub-session iteration efficiency counts. */
import type { StoredTurn } from "./stored-turns.ts";
import { isChange } from "./turn-account.ts";

/** Counts the non-trivial turns that changed something or repaired, and those that repaired. */
export function countIterations(turns: readonly StoredTurn[]): { repairTurns: number; countedTurns: number } {
  const asked = turns.filter(({ nonTrivial }) => nonTrivial);
  return {
    repairTurns: asked.filter(({ repair }) => repair).length,
    countedTurns: asked.filter(({ repair, kind }) => repair || isChange(kind)).length,
  };
}
