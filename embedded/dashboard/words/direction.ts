/** Which way a score went against the period before; claimed only when the interval leaves 0 out. */

/** A difference and its 80 % interval; null: the interval is not known. */
export interface ChangeValue {
  value: number;
  interval: readonly [number, number] | null;
}

export type Direction = "up" | "down" | "same";

export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  up: "clearly up",
  down: "clearly down",
  same: "no clear change",
};

/** Returns `same` for a change that may as well be none. */
export function directionOf({ interval }: ChangeValue): Direction {
  if (interval === null) return "same";
  if (interval[0] > 0) return "up";
  return interval[1] < 0 ? "down" : "same";
}
