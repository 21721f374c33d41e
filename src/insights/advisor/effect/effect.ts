/** Whether a card did something: the input before it and after it. */
import { placeDays, halfWidthOf, weightedMean, FEWEST_VALUES } from "../../../scores/weighted-mean.ts";
import { DAY, type Instant, type Score } from "../../../vocabulary/units.ts";

/** One sub-session's value of the card's input, and what it weighs. */
export interface EffectValue {
  startedAt: Instant;
  value: Score | null;
  weight: number;
}

/** What a card shows. */
export interface Effect {
  before: Score | null;
  after: Score | null;
  interval: [low: number, high: number] | null;
}

/** So many sub-sessions are looked at on each side. */
export const SUB_SESSIONS_EACH_SIDE = 10;

/**
 * Compares the sub-sessions before a card with those after it.
 *
 * @returns Weighted means; the 80 % interval is of the difference, null when a side has fewer than three
 *   values.
 * @see docs/scoring.md, "Interval" and "Change".
 * @remarks Takes those before without the card's own, and that. It was chosen because it was low, and would
 *   make every card look good: it counts only where fewer than three others have a value.
 */
export function effectOf(
  sides: { before: readonly EffectValue[]; after: readonly EffectValue[] },
  own: EffectValue,
): Effect {
  const others = known(sides.before);
  const before = summarise(others.length < FEWEST_VALUES ? [...others, ...known([own])] : others);
  const after = summarise(known(sides.after));
  return { before: before.mean, after: after.mean, interval: intervalBetween(before, after) };
}

type KnownValue = EffectValue & { value: Score };

function known(values: readonly EffectValue[]): KnownValue[] {
  return values.filter((value): value is KnownValue => value.value !== null);
}

interface Summary {
  mean: Score | null;
  halfWidth: number | null;
}

function summarise(values: readonly KnownValue[]): Summary {
  const inOrder = values.toSorted((left, right) => left.startedAt - right.startedAt);
  const weights = Float64Array.from(inOrder, ({ weight }) => weight);
  const mean = weightedMean(
    Float64Array.from(inOrder, ({ value }) => value),
    weights,
  );
  if (mean === null) return { mean: plainMean(inOrder), halfWidth: null };
  const days = placeDays(Float64Array.from(inOrder, ({ startedAt }) => Math.floor(startedAt / DAY)));
  return { mean: mean.mean, halfWidth: halfWidthOf(mean, days) };
}

/** Of one or two values; null of none. */
function plainMean(values: readonly KnownValue[]): Score | null {
  const weight = values.reduce((sum, each) => sum + each.weight, 0);
  return weight === 0 ? null : values.reduce((sum, each) => sum + each.weight * each.value, 0) / weight;
}

function intervalBetween(before: Summary, after: Summary): Effect["interval"] {
  if (before.mean === null || after.mean === null) return null;
  if (before.halfWidth === null || after.halfWidth === null) return null;
  const [difference, halfWidth] = [after.mean - before.mean, Math.hypot(before.halfWidth, after.halfWidth)];
  return [difference - halfWidth, difference + halfWidth];
}
