/** Why a metric is null, in the words of the API, so that a page can say which setting would change it. */

/** The metrics and axes of one sub-session that may be missing. */
export type Missable = (typeof MISSABLE)[number];

/** In the order in which packed days count them: new ones come last, or the packs need another mark. */
export const MISSABLE = ["sse", "pes", "ie", "crr", "fc", "qr", "humanTime"] as const;

export type MissingReason = (typeof MISSING_REASONS)[number];

/** In the order in which packed days count them, as above. */
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
  repairsVisible: boolean;
  windowKnown: boolean;
  /** Edits, also those on which nothing has been decided. */
  edits: number;
  /** The developer stands for a key that several people may share. */
  sharedKey: boolean;
}

/** Why a metric of a sub-session is null, given that it is. */
export function reasonFor(metric: Missable, circumstances: Circumstances): MissingReason {
  return REASONS[metric](circumstances);
}

const REASONS: Readonly<Record<Missable, (circumstances: Circumstances) => MissingReason>> = {
  sse: ({ mayHaveWorked, interactive }) => (mayHaveWorked && !interactive ? "not_interactive" : "no_calls"),
  humanTime: ({ interactive }) => (interactive ? "too_few" : "not_interactive"),
  pes: ({ textKnown }) => (textKnown ? "not_judged" : "text_withheld"),
  ie: ({ mayHaveWorked, repairsVisible }) => {
    if (!mayHaveWorked) return "no_calls";
    return repairsVisible ? "too_few" : "text_withheld";
  },
  crr: ({ windowKnown }) => (windowKnown ? "too_few" : "no_context_window"),
  fc: ({ sharedKey }) => (sharedKey ? "shared_key" : "not_interactive"),
  qr: ({ edits }) => (edits === 0 ? "no_edits" : "too_few"),
};
