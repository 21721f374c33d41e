/** A text in a body that may not be too long. */
import { z } from "zod";

/**
 * @param most - How many characters it may have, in code points: JSON Schema's `maxLength` counts them so,
 *   and zod does not.
 */
export function boundedText(most: number) {
  return z
    .string()
    .refine((text) => isAtMost(most, text), { error: `expected at most ${most} characters` })
    .meta({ maxLength: most });
}

/** An optional comment on a vote or a check-in. */
export const COMMENT = boundedText(1_000).nullish();

function isAtMost(most: number, text: string): boolean {
  if (text.length <= most) return true;
  return text.length <= 2 * most && Array.from(text).length <= most;
}
