/** The rubric of prompts as pages name it: dimensions, checks, and how far a prompt is. */
import type { CheckId, Dimension } from "../../../src/rubric/checks.ts";
import type { PromptStatus } from "../../../src/rubric/prompts/marked-prompts.ts";

/** In the order in which they are shown. */
export const DIMENSIONS = ["contextLeverage", "informationDensity", "turnEconomy", "ambiguityCost"] as const;

/** A dimension by its name, by a short one for narrow columns, and what it looks at. */
export const DIMENSION_WORDS: Readonly<Record<Dimension, { name: string; short: string; asks: string }>> = {
  contextLeverage: {
    name: "Context leverage",
    short: "Context",
    asks: "names what to act on, builds on the session",
  },
  informationDensity: {
    name: "Information density",
    short: "Density",
    asks: "says what should happen, with evidence and limits",
  },
  turnEconomy: { name: "Turn economy", short: "Economy", asks: "one result, whole, in one prompt" },
  ambiguityCost: {
    name: "Clarity",
    short: "Clarity",
    asks: "one reading, and when it is done",
  },
};

/** Each check as something that a prompt does. */
export const CHECK_NAMES: Readonly<Record<CheckId, string>> = {
  names_artifact: "Names what to act on",
  builds_on_session: "Builds on the session",
  points_to_example: "Points to an example",
  low_filler: "Has little filler",
  states_expected: "Says what should happen",
  gives_evidence: "Gives evidence",
  states_constraint: "States a limit",
  one_deliverable: "Asks for one result",
  self_contained: "Can be acted on",
  not_fragment: "Is no fragment",
  single_reading: "Has one reading",
  referents_resolved: "Says what it refers to",
  acceptance_condition: "Says when it is done",
  asks_to_verify: "Asks to verify the result",
};

/** How far a prompt is, in a word. */
export const STATUS_WORDS: Readonly<Record<PromptStatus, string>> = {
  scored: "scored",
  pending: "waits",
  short_circuited: "asks for no work",
  failed: "failed, tried again",
};

/** Returns "A−"; a grade's minus is a real one. */
export function gradeName(grade: string): string {
  return grade.replace("-", "−");
}
