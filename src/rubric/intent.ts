/** What a prompt wants, as the judge model sees it. */

/** Prompts that ask for no work: they get no marks and count in no metric. */
const SHORT_CIRCUITS = ["question", "meta", "continuation", "system_callback"] as const;

/** Every intent that an answer may name. */
export const INTENTS = [
  ...SHORT_CIRCUITS,
  "fix",
  "feature",
  "refactor",
  "test",
  "docs",
  "explore",
  "review",
  "configure",
  "correction",
  "other",
] as const;

/** What a prompt wants. */
export type Intent = (typeof INTENTS)[number];

/**
 * Whether a prompt of this intent is left without marks.
 *
 * @see docs/scoring.md, "Layer 1".
 */
export function isShortCircuit(intent: Intent): boolean {
  return (SHORT_CIRCUITS as readonly Intent[]).includes(intent);
}
