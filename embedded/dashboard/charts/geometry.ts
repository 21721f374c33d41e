/** The arithmetic of charts: places on an axis, paths, and lines that stop at gaps. */

/** Rounded to a tenth: enough for a screen, and short. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** An axis from a range of values to a range of pixels. */
export function axis(
  from: number,
  to: number,
  [start, end]: readonly [number, number],
): (value: number) => number {
  return (value) => (to === from ? start : start + ((value - from) / (to - from)) * (end - start));
}

/** A path through points. */
export function path(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${tenth(x)} ${tenth(y)}`).join("");
}

/** A closed band between an upper and a lower line. */
export function band(
  upper: readonly (readonly [x: number, y: number])[],
  lower: readonly (readonly [x: number, y: number])[],
): string {
  return `${path([...upper, ...lower.toReversed()])}Z`;
}

/**
 * The range of a score's axis.
 *
 * @returns 30 to 70, where most scores are, or wider in steps of ten when something is outside.
 */
export function scoreRange(values: readonly number[]): [from: number, to: number] {
  const low = Math.min(30, ...values);
  const high = Math.max(70, ...values);
  return [Math.max(0, Math.floor(low / 10) * 10), Math.min(100, Math.ceil(high / 10) * 10)];
}

/** The range of the scale of one score: 25 to 75, or all of it when something is outside. */
export function scaleRange(values: readonly number[]): readonly [from: number, to: number] {
  return values.some((value) => value < 25 || value > 75) ? [0, 100] : [25, 75];
}

/** Round values inside a range, which is not empty; about as many as wanted. */
export function ticks(from: number, to: number, most = 5): number[] {
  const raw = (to - from) / most;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((times) => times * size).find((candidate) => candidate >= raw) ?? raw;
  const first = Math.ceil(from / step) * step;
  const count = Math.floor((to - first) / step + 1e-9) + 1;
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Number((first + index * step).toFixed(decimals)),
  );
}
