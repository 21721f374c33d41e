/** What the page of prompts says: pure, so that each sentence can be tested. */
import type { Dimension } from "../../../../src/rubric/checks.ts";
import type { PromptStatus } from "../../../../src/rubric/prompts/marked-prompts.ts";
import { sinceFirstWork, type TrendPoint } from "../../charts/trend-points.ts";
import { formatScore, formatThings } from "../../words/numbers.ts";
import { DIMENSIONS } from "../../words/rubric.ts";
import type { Intent } from "../../../../src/rubric/intent.ts";
import type { PromptOrder } from "./fetch-prompts.ts";

/** The mean of each dimension and of the score; null without a scored prompt. */
export type Means = Readonly<Record<Dimension | "rubricScore", number | null>> & { prompts: number };

const WEAKNESS: Readonly<Record<Dimension, string>> = {
  contextLeverage: "they lose most by not naming what to act on or what the session has found",
  informationDensity: "they lose most by leaving out what should happen, the evidence or the limits",
  turnEconomy: "they lose most by asking for several things, or for one in pieces",
  ambiguityCost: "they lose most by not saying clearly what is wanted and when it is done",
};

/** Returns "12 prompts score 61 of 100 on average; they lose most by …." */
export function sayPrompts(means: Means, days: number): string {
  const weakest = weakestOf(means);
  if (weakest === null) return `No prompt of these ${days} days has a grade yet.`;
  const count = formatThings(means.prompts, "prompt scores", "prompts score");
  const average = `${count} ${formatScore(means.rubricScore)} of 100${means.prompts === 1 ? "" : " on average"}`;
  if ((means[weakest] ?? 0) >= 95) return `${average}; hardly any prompt loses points.`;
  const weakness = WEAKNESS[weakest];
  return `${average}; ${means.prompts === 1 ? weakness.replace("they lose", "it loses") : weakness}.`;
}

/** Returns the dimension with the lowest mean; null without a scored prompt. */
export function weakestOf(means: Means): Dimension | null {
  const known = DIMENSIONS.filter((dimension) => means[dimension] !== null);
  return known.toSorted((left, right) => (means[left] ?? 0) - (means[right] ?? 0))[0] ?? null;
}

/** How many prompts have no marks. */
export interface Unmarked {
  pending: number;
  shortCircuited: number;
  failed: number;
}

/**
 * Returns "3 prompts wait or are withheld, 12 prompts ask for no work and get no grade." Empty when there are
 * none.
 */
export function sayUnmarked({ pending, shortCircuited, failed }: Unmarked): string {
  const parts = [
    saySome(pending, ["prompt waits or is withheld", "prompts wait or are withheld"]),
    saySome(shortCircuited, [
      "prompt asks for no work and gets no grade",
      "prompts ask for no work and get no grade",
    ]),
    saySome(failed, ["prompt failed and is tried again", "prompts failed and are tried again"]),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}

function saySome(count: number, [singular, plural]: readonly [string, string]): string {
  return count === 0 ? "" : formatThings(count, singular, plural);
}

/** Returns the newest first for anything that is not known. */
export function orderIn(parameter: string | null): PromptOrder {
  return parameter === "worst" || parameter === "best" ? parameter : "newest";
}

/** Every status, in the order of the picker. */
export const STATUSES: readonly PromptStatus[] = ["scored", "pending", "short_circuited", "failed"];

/** Returns null for all, and for one that is not known. */
export function statusIn(parameter: string | null): PromptStatus | null {
  return STATUSES.find((status) => status === parameter) ?? null;
}

/** Every intent, as the picker has them: work first. */
export const INTENTS = [
  "feature",
  "fix",
  "refactor",
  "test",
  "docs",
  "explore",
  "review",
  "configure",
  "correction",
  "other",
  "question",
  "continuation",
  "meta",
  "system_callback",
] as const satisfies readonly Intent[];

/** Returns null for all, and for one that is not known. */
export function intentIn(parameter: string | null): Intent | null {
  return INTENTS.find((intent) => intent === parameter) ?? null;
}

/** One day or week of all four dimensions, as it was answered. */
export type DimensionsPoint = Readonly<Record<Dimension, number | null>> & { start: string; prompts: number };

/** One dimension as charts draw it; a mean of prompts has no interval. */
export function pointsOf(dimension: Dimension, points: readonly DimensionsPoint[]): TrendPoint[] {
  return points.map((point) => ({
    start: point.start,
    value: point[dimension],
    interval: null,
    subSessions: point.prompts,
  }));
}

/** Leaves out the empty time before the first judged prompt, down to a few days or weeks. */
export function sinceFirstPrompt(points: readonly DimensionsPoint[]): readonly DimensionsPoint[] {
  const [dimension] = DIMENSIONS;
  return points.slice(points.length - sinceFirstWork(pointsOf(dimension, points)).length);
}

/** Whether there are two values to draw a line between. */
export function hasTrend(points: readonly TrendPoint[]): boolean {
  return points.filter(({ value }) => value !== null).length > 1;
}

const FEWEST_WEEKS = 3;

/** Whether there are weeks enough for a line; the first weeks of a team are drawn by day. */
export function hasWeeks(points: readonly Pick<DimensionsPoint, "prompts">[]): boolean {
  return points.filter(({ prompts }) => prompts > 0).length >= FEWEST_WEEKS;
}

const NARROWEST_RANGE = 20;

/**
 * The axis of the four dimensions.
 *
 * @returns Steps of ten around every value, twenty apart at least.
 */
export function rangeOf(points: readonly DimensionsPoint[]): [from: number, to: number] {
  const values = points.flatMap((point) => DIMENSIONS.map((dimension) => point[dimension] ?? []).flat());
  if (values.length === 0) return [0, 100];
  const from = Math.min(100 - NARROWEST_RANGE, Math.floor(Math.min(...values) / 10) * 10);
  return [from, Math.max(from + NARROWEST_RANGE, Math.ceil(Math.max(...values) / 10) * 10)];
}
