/** What chance draws: words, paths and counts. */
import type { Random } from "../../src/demo/work/random.ts";

/** A word that nothing else is likely to hold. */
export function makeWord(random: Random): string {
  return `w${random.whole(0, 9_999_999)}`;
}

export function wordsOf(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => makeWord(random));
}

export function makePath(random: Random): string {
  return `src/${makeWord(random)}/${makeWord(random)}.ts`;
}

export function pickOne(random: Random, among: readonly string[]): string {
  return among[random.whole(0, among.length - 1)] ?? "";
}

export function pickSome(random: Random, among: readonly string[], count: number): string[] {
  return [...new Set(Array.from({ length: count }, () => pickOne(random, among)))];
}

/** Draws from a Poisson distribution: a mean that is a fifth lower lowers the expected count by a fifth. */
export function poisson(random: Random, mean: number): number {
  let [count, left] = [0, Math.exp(-mean)];
  for (let product = random.next(); product > left; product *= random.next()) count += 1;
  return count;
}
