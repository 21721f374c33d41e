/** Numbers as pages write them: at most three digits that matter, a unit, and a real minus. */

/** Shown where there is no value, next to the reason. */
export const NO_VALUE = "–";

/**
 * Returns "54"; a dash for null.
 *
 * @param score - A score of 0 to 100.
 */
export function formatScore(score: number | null): string {
  return score === null ? NO_VALUE : String(Math.round(score));
}

/** Returns "48 to 60". */
export function formatInterval([low, high]: readonly [number, number]): string {
  return `${Math.round(low)} to ${Math.round(high)}`;
}

/** A difference with its sign: "+4", "−12", "0". */
export function formatSigned(difference: number, decimals = 0): string {
  const size = Math.abs(difference).toFixed(decimals);
  if (Number(size) === 0) return size;
  return `${difference > 0 ? "+" : "−"}${size}`;
}

/** Returns "1,234". */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString("en");
}

/** Returns "1 turn", "455 turns". */
export function formatThings(count: number, thing: string, things = `${thing}s`): string {
  return `${formatCount(count)} ${count === 1 ? thing : things}`;
}

/** Returns "$263.20", "$0.58". */
export function formatUsd(usd: number): string {
  return `$${usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/**
 * Returns "8 %", "0.4 %".
 *
 * @param share - A share of 0 to 1.
 */
export function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** A number and its unit, so that the unit can be written smaller. */
export interface Quantity {
  number: string;
  unit: string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Returns 820 ms, 2.1 s, 40 s, 9.5 min, 2.6 h. */
export function quantityOfDuration(ms: number): Quantity {
  if (ms < SECOND_MS) return { number: String(Math.round(ms)), unit: "ms" };
  if (ms < MINUTE_MS) return { number: threeDigits(ms / SECOND_MS), unit: "s" };
  if (ms < HOUR_MS) return { number: threeDigits(ms / MINUTE_MS), unit: "min" };
  return { number: threeDigits(ms / HOUR_MS), unit: "h" };
}

/** Returns "40 s", "9.5 min", "1 h 41 min". */
export function formatDuration(ms: number): string {
  if (ms >= HOUR_MS) return hoursAndMinutes(Math.round(ms / MINUTE_MS));
  const { number, unit } = quantityOfDuration(ms);
  return `${number} ${unit}`;
}

function hoursAndMinutes(allMinutes: number): string {
  const [hours, minutes] = [Math.floor(allMinutes / 60), allMinutes % 60];
  return minutes === 0 ? `${formatCount(hours)} h` : `${formatCount(hours)} h ${minutes} min`;
}

/** Returns 4.2 KiB, 310 MiB, 1.5 GiB: the units that settings take. */
export function quantityOfBytes(bytes: number): Quantity {
  if (bytes < 2 ** 10) return { number: String(bytes), unit: "B" };
  if (bytes < 2 ** 20) return { number: threeDigits(bytes / 2 ** 10), unit: "KiB" };
  if (bytes < 2 ** 30) return { number: threeDigits(bytes / 2 ** 20), unit: "MiB" };
  return { number: threeDigits(bytes / 2 ** 30), unit: "GiB" };
}

/** Returns "310 MiB". */
export function formatBytes(bytes: number): string {
  const { number, unit } = quantityOfBytes(bytes);
  return `${number} ${unit}`;
}

/** Returns 12 k, 3.4 M tokens. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return String(Math.round(tokens));
  if (tokens < 1_000_000) return `${threeDigits(tokens / 1_000)} k`;
  return `${threeDigits(tokens / 1_000_000)} M`;
}

function threeDigits(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
}
