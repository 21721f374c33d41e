/** How well the rules find boundaries, compared with people's corrections. */
import { z } from "zod";
import type { Ratio } from "../../vocabulary/units.ts";
import type { BoundaryLook } from "./split.ts";

const SHARE = z.number().min(0).max(1).nullable();

export const ACCURACY = z.object({
  automatic: z.int().min(0).describe("Boundaries that the rules set."),
  confirmed: z.int().min(0).describe("The number of those where a person said split as well."),
  added: z.int().min(0).describe("Boundaries that only a person set."),
  removed: z.int().min(0).describe("Boundaries of the rules that a person took away."),
  precision: SHARE.describe("confirmed / (confirmed + removed); null when nobody judged one."),
  recall: SHARE.describe("confirmed / (confirmed + added); null when nobody judged one."),
  f1: SHARE.describe("The harmonic mean of both; null where one of them is."),
});
export type Accuracy = z.infer<typeof ACCURACY>;

/** How many looks had the same result. */
export interface LookCount {
  automatic: boolean;
  override: BoundaryLook["override"];
  looks: number;
}

/** Computes precision and recall on the boundaries that people judged. */
export function accuracyOf(counts: readonly LookCount[]): Accuracy {
  const count = (wanted: (look: LookCount) => boolean) =>
    counts.filter(wanted).reduce((sum, look) => sum + look.looks, 0);
  const automatic = count((look) => look.automatic);
  const confirmed = count((look) => look.automatic && look.override === "split");
  const added = count((look) => !look.automatic && look.override === "split");
  const removed = count((look) => look.automatic && look.override === "join");
  const precision = share(confirmed, confirmed + removed);
  const recall = share(confirmed, confirmed + added);
  return { automatic, confirmed, added, removed, precision, recall, f1: harmonicMean(precision, recall) };
}

function share(part: number, whole: number): Ratio | null {
  return whole === 0 ? null : part / whole;
}

function harmonicMean(left: Ratio | null, right: Ratio | null): Ratio | null {
  if (left === null || right === null) return null;
  return left + right === 0 ? 0 : (2 * left * right) / (left + right);
}
