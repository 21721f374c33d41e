/** Chance that can be repeated: the same seed draws the same numbers. */

/** One sequence of draws. */
export interface Random {
  /** From 0 up to but not 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  oneOf<Choice>(choices: readonly [Choice, ...Choice[]]): Choice;
  shuffled<One>(list: readonly One[]): One[];
}

/** Takes: a whole number. Source: mulberry32, Tommy Ettinger, public domain. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    between,
    oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    shuffled: (list) =>
      list
        .map((one) => ({ one, at: fraction() }))
        .toSorted((some, other) => some.at - other.at)
        .map(({ one }) => one),
  };
}
