/** Labels as rows of reports and schedules keep them. */
import { z } from "zod";
import { type AskedLabel, labelText } from "./label.ts";

const KEPT = z.array(z.object({ name: z.string(), value: z.string() }));

/** Returns the same text for the same labels, whatever their order. */
export function labelsKept(labels: readonly AskedLabel[]): string {
  const sorted = labels.toSorted((left, right) => (labelText(left) < labelText(right) ? -1 : 1));
  return JSON.stringify(sorted.map(({ name, value }) => ({ name, value })));
}

export function keptLabels(kept: string): AskedLabel[] {
  return KEPT.parse(JSON.parse(kept));
}
