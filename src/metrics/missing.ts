/** Why a metric is null, in the words of the API, so that a page can say which setting would change it. */

export type MissingReason = (typeof MISSING_REASONS)[number];

/** In the order in which packed days count them. */
export const MISSING_REASONS = [
  "not_judged",
  "text_withheld",
  "no_context_window",
  "not_interactive",
  "shared_key",
  "too_few",
  "no_edits",
  "no_calls",
] as const;

/** What decides why something is missing. */
export interface Circumstances {
  /** At least one call succeeded or is of unknown result. */
  mayHaveWorked: boolean;
  /** A person sat there at one of the prompts. */
  interactive: boolean;
  /** The text of one of the prompts is known. */
  textKnown: boolean;
  /** A prompt that asks for something and whose text is known has not been judged yet. */
  awaitsJudgement: boolean;
  repairsVisible: boolean;
  windowKnown: boolean;
  /** Edits, also those on which nothing has been decided. */
  edits: number;
  /** The developer stands for a key that several people may share. */
  sharedKey: boolean;
}
