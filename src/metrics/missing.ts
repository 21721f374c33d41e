/** Why a metric is null, in the words of the API, so that a page can say which setting would change it. */

export type MissingReason = (typeof MISSING_REASONS)[number];

/** In the order in which packed days count them. */
export const MISSING_REASONS = [
  "not_judged",
  "text_withheld",
  "no_context_window",
  "not_interactive",
  "pauses",
  "shared_key",
  "too_few",
  "no_edits",
  "no_calls",
] as const;

/** What decides why something is missing. */
export interface Circumstances {
  /** At least one call succeeded or is of unknown result. */
  mayHaveWorked: boolean;
  /** A person wrote one of the prompts. */
  interactive: boolean;
  /** Every gap before its prompts was a pause. */
  pauses: boolean;
  /** The text of one of the prompts is known. */
  textKnown: boolean;
  /** A prompt with known text that asks for work has not been judged yet. */
  awaitsJudgement: boolean;
  repairsVisible: boolean;
  windowKnown: boolean;
  /** All edits, decided or not. */
  edits: number;
  /** The developer is a shared key. */
  sharedKey: boolean;
}
