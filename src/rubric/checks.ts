/** The checks of the prompt rubric: what is looked for in a prompt, and which dimension each counts in. */
import type { Ratio } from "../vocabulary/units.ts";

/**
 * Goes up with every change of the checks, of their weights, of what proves them, or of what the judge model reads
 * about them. Marks of an earlier one stay.
 */
export const RUBRIC_VERSION = "2";

/** What the rubric measures; for ambiguityCost 100 means that ambiguity costs nothing. */
export type Dimension = "contextLeverage" | "informationDensity" | "turnEconomy" | "ambiguityCost";

/**
 * What each dimension counts in the score of a prompt.
 *
 * @see docs/scoring.md, "Layer 1".
 */
export const DIMENSION_WEIGHTS: Readonly<Record<Dimension, Ratio>> = {
  informationDensity: 0.35,
  contextLeverage: 0.25,
  ambiguityCost: 0.25,
  turnEconomy: 0.15,
};

/**
 * The checks of each dimension. The first may not be `na`, so that each dimension has a value.
 *
 * @see docs/scoring.md, "Layer 1".
 */
export const DIMENSION_CHECKS = {
  contextLeverage: ["names_artifact", "builds_on_session", "points_to_example"],
  informationDensity: ["low_filler", "states_expected", "gives_evidence", "states_constraint"],
  turnEconomy: ["one_deliverable", "self_contained", "not_fragment"],
  ambiguityCost: ["single_reading", "referents_resolved", "acceptance_condition"],
} as const satisfies Record<Dimension, readonly string[]>;

/** Checks that are reported and count in no dimension. */
const REPORTED = ["asks_to_verify"] as const;

/** The name of a check. */
export type CheckId = (typeof DIMENSION_CHECKS)[Dimension][number] | (typeof REPORTED)[number];

/** One thing that is looked for in a prompt. */
export interface Check {
  id: CheckId;
  /** null: it is reported and counts in none. */
  dimension: Dimension | null;
  /** The first check of its dimension: a prompt always passes it or fails it. */
  isFirst: boolean;
}

/** The four dimensions, in the order in which they are shown. */
export const DIMENSIONS = Object.keys(DIMENSION_CHECKS) as Dimension[];

/** Every check, in the order in which they are asked and shown. */
export const CHECKS: readonly Check[] = [
  ...DIMENSIONS.flatMap((dimension) =>
    DIMENSION_CHECKS[dimension].map((id, index) => ({ id, dimension, isFirst: index === 0 })),
  ),
  ...REPORTED.map((id) => ({ id, dimension: null, isFirst: false })),
];

/** Says which rubric and which model a judgement comes from. */
export function agentVersionOf(rubricVersion: string, model: string): string {
  return `rubric-${rubricVersion}/${model}`;
}
