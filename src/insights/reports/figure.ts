/** A number of a report, or the reason why there is none. */
import { z } from "zod";

/** A number; null comes with the reason, in a sentence for the reader. */
export const FIGURE = z.object({
  value: z.number().nullable(),
  missing: z.string().nullable().describe("Why there is no number; null when there is one."),
});

export type Figure = z.infer<typeof FIGURE>;

/** A number that is known. */
export function figureOf(value: number): Figure {
  return { value, missing: null };
}

/**
 * A number that is not known.
 *
 * @param missing - The reason, as a sentence.
 */
export function noFigure(missing: string): Figure {
  return { value: null, missing };
}
