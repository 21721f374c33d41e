/** A developer's worst and best task of the same size, for one input of Skill; pure. */
import type { TaskOfDeveloper } from "./fetch-why.ts";
import type { InputName } from "../../../words/inputs.ts";

/** Two tasks of one size. */
export interface Pair {
  worst: TaskOfDeveloper;
  best: TaskOfDeveloper;
}

/** How far apart two tasks must be, so that there is something to learn. */
const FAR_APART = 10;

/**
 * Returns the two counted tasks of one size whose values are the furthest apart.
 *
 * @returns null where no two tasks of one size are ten points apart.
 */
export function pairFor(tasks: readonly TaskOfDeveloper[], input: InputName): Pair | null {
  const having = tasks.filter(({ scoreable, values }) => scoreable && values[input] !== null);
  const pairs = [...Map.groupBy(having, ({ bucket }) => bucket).values()].flatMap((alike) => {
    const sorted = alike.toSorted((left, right) => (left.values[input] ?? 0) - (right.values[input] ?? 0));
    const [worst, best] = [sorted[0], sorted.at(-1)];
    return worst === undefined || best === undefined ? [] : [{ worst, best }];
  });
  const [widest] = pairs.toSorted((left, right) => gapOf(right, input) - gapOf(left, input));
  return widest !== undefined && gapOf(widest, input) >= FAR_APART ? widest : null;
}

function gapOf({ worst, best }: Pair, input: InputName): number {
  return (best.values[input] ?? 0) - (worst.values[input] ?? 0);
}

/** One thing in which two tasks can be compared. */
export interface Compared {
  name: string;
  worst: string;
  best: string;
  differs: boolean;
}

const MUCH = 1.5;

/** Whether one of two amounts is at least half as large again as the other. */
export function differMuch(left: number | null, right: number | null): boolean {
  if (left === null || right === null) return false;
  const [low, high] = [Math.min(left, right), Math.max(left, right)];
  return high > 0 && high >= MUCH * low;
}
