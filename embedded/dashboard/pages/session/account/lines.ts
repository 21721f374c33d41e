/** Amounts on each axis as lines of a table whose columns add up to the last shown digit; pure. */
import { NO_VALUE } from "../../../words/numbers.ts";

/** What is counted, and to how many decimals it is shown. */
export const AXES = { tokens: 0, turns: 2, humanTime: 1 } as const;
export type AxisName = keyof typeof AXES;
export const AXIS_NAMES: readonly AxisName[] = ["tokens", "turns", "humanTime"];

/** As shown, so rounded; null where nothing is known. */
export interface Amounts {
  took: number | null;
  earned: number | null;
}

export type Line = Readonly<Record<AxisName, Amounts>>;

/** What was taken and earned on each axis, not rounded. */
export type Entries = Readonly<
  Record<AxisName, { readonly actual: number | null; readonly earned: number | null } | null>
>;

/** Returns a line for each, rounded so that they add up to their rounded sum. */
export function linesOf(all: readonly Entries[]): Line[] {
  const columns = eachAxis((axis) => columnsOf(all, axis));
  return all.map((_, place) =>
    eachAxis((axis) => ({
      took: columns[axis].took[place] ?? null,
      earned: columns[axis].earned[place] ?? null,
    })),
  );
}

/** Returns one line by itself. */
export function lineOf(entries: Entries): Line {
  return eachAxis((axis) => ({
    took: rounded(entries[axis]?.actual ?? null, AXES[axis]),
    earned: rounded(entries[axis]?.earned ?? null, AXES[axis]),
  }));
}

/** Returns what is left of a line without another one. */
export function subtractLine(whole: Line, part: Line): Line {
  return eachAxis((axis) => ({
    took: difference(whole[axis].took, part[axis].took ?? 0, AXES[axis]),
    earned: difference(whole[axis].earned, part[axis].earned ?? 0, AXES[axis]),
  }));
}

function difference(left: number | null, right: number | null, decimals: number): number | null {
  return left === null || right === null ? null : rounded(left - right, decimals);
}

/** Adds up lines as they are shown. */
export function addLines(lines: readonly Line[]): Line {
  return eachAxis((axis) => ({
    took: sumOf(
      lines.map((line) => line[axis].took),
      AXES[axis],
    ),
    earned: sumOf(
      lines.map((line) => line[axis].earned),
      AXES[axis],
    ),
  }));
}

function sumOf(values: readonly (number | null)[], decimals: number): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0
    ? null
    : rounded(
        known.reduce((sum, value) => sum + value, 0),
        decimals,
      );
}

function columnsOf(all: readonly Entries[], axis: AxisName): Record<"took" | "earned", (number | null)[]> {
  const decimals = AXES[axis];
  // where both are the same, they are shown the same
  const isFixed = all.map((entries) => entries[axis]?.actual === entries[axis]?.earned);
  const side = (name: "actual" | "earned") =>
    apportion(
      all.map((entries) => entries[axis]?.[name] ?? null),
      { decimals, isFixed },
    );
  return { took: side("actual"), earned: side("earned") };
}

/**
 * Rounds values so that they add up to their rounded sum: where they do not, those that are nearest to being rounded
 * the other way are.
 *
 * @param values - 0 or more each; null stays null.
 * @param options - `isFixed` says which are rounded the other way only if no others are left.
 */
export function apportion(
  values: readonly (number | null)[],
  { decimals, isFixed }: { decimals: number; isFixed: readonly boolean[] },
): (number | null)[] {
  const scale = 10 ** decimals;
  const scaled = values.map((value) => (value ?? 0) * scale);
  const near = scaled.map(Math.round);
  const missing = Math.round(sum(values.map((value) => value ?? 0)) * scale) - sum(near);
  const step = Math.sign(missing);
  const harmOf = (place: number): number =>
    (isFixed[place] === true || values[place] === null ? 1 : 0) -
    step * ((scaled[place] ?? 0) - (near[place] ?? 0));
  const places = scaled.map((_, place) => place).toSorted((left, right) => harmOf(left) - harmOf(right));
  const moved = new Set(places.slice(0, Math.abs(missing)));
  return values.map((value, place) =>
    value === null ? null : ((near[place] ?? 0) + (moved.has(place) ? step : 0)) / scale,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Rounds to a number of decimals. */
export function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** Makes one value for each axis. */
export function eachAxis<Value>(valueOf: (axis: AxisName) => Value): Record<AxisName, Value> {
  return { tokens: valueOf("tokens"), turns: valueOf("turns"), humanTime: valueOf("humanTime") };
}

/** How much of what was taken was earned: 0.92; null where nothing was taken. */
export function earnedShare({ took, earned }: Amounts): number | null {
  return took === null || took === 0 || earned === null ? null : earned / took;
}

/** How an amount is shown. */
export function formatAmount(amount: number | null, axis: AxisName): string {
  const decimals = AXES[axis];
  const shown = rounded(amount, decimals);
  if (shown === null) return NO_VALUE;
  const text = Math.abs(shown).toLocaleString("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return shown < 0 ? `−${text}` : text;
}
