/** Keeps of a text the sentences whose numbers are known: a model that makes a number up is not believed. */
import type { NamedNumbers } from "./named-numbers.ts";

const NUMBER = /\d+(?:\.\d+)?/g;
const SENTENCE_END = /(?<=[.!?]) /;
/** Between thousands. */
const THOUSANDS = /(?<=\d),(?=\d{3})/g;

/** The usual score, the interval's width and the end of the scale: the question names them in words. */
const TOLD_IN_WORDS: readonly number[] = [50, 80, 100];

/**
 * Returns it without the sentences that hold a number which was not given; rounded ones count as reported.
 *
 * @remarks Takes one line.
 */
export function withKnownNumbers(text: string, numbers: NamedNumbers): string {
  const known = [...numbersIn(numbers), ...TOLD_IN_WORDS];
  return text
    .split(SENTENCE_END)
    .filter((sentence) =>
      numbersOf(sentence).every((written) => known.some((number) => isSame(written, number))),
    )
    .join(" ");
}

function numbersIn(numbers: NamedNumbers[string]): number[] {
  if (typeof numbers === "number") return [numbers];
  if (numbers === null || typeof numbers === "string") return [];
  return Object.values<NamedNumbers[string]>(numbers).flatMap(numbersIn);
}

function numbersOf(sentence: string): string[] {
  return sentence.replace(THOUSANDS, "").match(NUMBER) ?? [];
}

/** A minus is often written as words. */
function isSame(written: string, known: number): boolean {
  const decimals = written.split(".")[1]?.length ?? 0;
  const half = 0.5 * 10 ** -decimals;
  return Math.abs(Number(written) - Math.abs(known)) <= half + Number.EPSILON * Math.abs(known);
}
