/** What a score of 50 means, in the words of every page, report and command: no page has its own words for it. */
import type { BaselineSource } from "../../../src/metrics/baselines/baseline-versions.ts";
import { formatScore } from "./numbers.ts";
import { formatDay } from "./times.ts";
import { metricDefinitions } from "./inputs.ts";

/**
 * Says what 50 means, to be used in a sentence: "50 is …".
 *
 * @param baseline what the numbers are compared with; left out where it is not known, as in old reports
 * @param since when that was learned or set, as ISO 8601; left out or null where it is not known
 */
export function sayFifty(baseline: BaselineSource | undefined, since: string | null = null): string {
  const when = since === null ? "" : ` on ${formatDay(since)}`;
  switch (baseline) {
    case "shipped":
      return "50 is the shipped baseline, until 30 tasks here have closed to learn your own";
    case "set":
      return `50 is the baseline that an administrator set${when}`;
    case "learned":
      return `50 is the baseline of this organization${when === "" ? "" : `, learned${when}`}`;
    case undefined:
      return "50 is the baseline of this organization";
  }
}

/** Whether 50 is the baseline of a score; Skill is a mean of inputs, most of which have scales of their own. */
const CENTRED_SCORES: Readonly<Record<string, boolean>> = { Speed: true, Skill: false, Efficiency: true };

/** Returns whether 50 is the baseline of the score or metric with this title. */
export function isCentred(title: string): boolean {
  return (
    CENTRED_SCORES[title] ?? metricDefinitions().some((metric) => metric.centred && metric.title === title)
  );
}

/** Returns the same in one word, for the middle of a scale. */
export function markFifty(
  title: string,
  baseline: BaselineSource | undefined,
): "50" | "50: shipped baseline" | "50: baseline" {
  if (!isCentred(title)) return "50";
  return baseline === "shipped" ? "50: shipped baseline" : "50: baseline";
}

/** What a scale is marked with: 50 where that is the baseline, else the median of people. */
export interface Tick {
  at: number;
  label: string;
}

/**
 * Returns the mark of a scale.
 *
 * @param median of the organization's people, for what has no baseline; null for fewer than five people
 * @returns null where nothing is worth a mark
 */
export function tickOf(
  title: string,
  baseline: BaselineSource | undefined,
  median: { value: number; people: number } | null,
): Tick | null {
  if (isCentred(title)) return { at: 50, label: markFifty(title, baseline) };
  if (median === null) return null;
  return { at: median.value, label: `${formatScore(median.value)}: median of ${median.people}` };
}
