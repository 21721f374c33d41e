/** What has no value, and what would change that. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { metricTitle } from "../../words/inputs.ts";
import { joined } from "../../words/joined.ts";

/** Some scores or inputs that the same thing would bring. */
export interface MissingPart {
  /** "Skill, Prompt efficiency and Context resets". */
  names: string;
  remedy: string;
}

/** Returns each remedy once, with all that it would bring. */
export function sayMissing({ missing }: ScoreRow): MissingPart[] {
  const byRemedy = Map.groupBy(missing?.reasons ?? [], ({ remedy }) => remedy);
  return [...byRemedy].map(([remedy, reasons]) => ({
    names: joined([...new Set(reasons.map(({ input }) => nameOf(input)))]),
    remedy,
  }));
}

function nameOf(input: string): string {
  const isScore = input === "speed" || input === "skill" || input === "efficiency";
  return isScore ? `${input.charAt(0).toUpperCase()}${input.slice(1)}` : metricTitle(input);
}
