/** Where the quotes of checks are in a prompt: each gets a number, and the text falls into pieces between them. */

/** The fields of a check that its quote is found by. */
export interface QuotedCheck {
  verdict: "yes" | "no" | "na";
  evidence: string | null;
}

/** A quote that is in the prompt. */
export interface Quote {
  /** From 1, in the order of the text. */
  number: number;
  start: number;
  /** Not included. */
  end: number;
  /** `good` where it speaks for the prompt in any check. */
  tone: "good" | "bad";
}

/** A part of the text. */
export interface Piece {
  start: number;
  text: string;
  /** null: it is in no quote. */
  tone: Quote["tone"] | null;
  /** The quotes that end with it. */
  numbers: readonly number[];
}

/** Returns one quote for each text that is quoted, by that text. Quotes of earlier prompts are left out. */
export function quotesIn(text: string, checks: readonly QuotedCheck[]): Map<string, Quote> {
  const byWords = Map.groupBy(
    checks.filter(({ evidence, verdict }) => evidence !== null && evidence !== "" && verdict !== "na"),
    ({ evidence }) => evidence ?? "",
  );
  const found = [...byWords].flatMap(([words, among]) => {
    const start = text.indexOf(words);
    const tone = among.some(({ verdict }) => verdict === "yes") ? ("good" as const) : ("bad" as const);
    return start === -1 ? [] : [{ words, start, end: start + words.length, tone }];
  });
  const inOrder = found.toSorted((left, right) => left.start - right.start || left.end - right.end);
  return new Map(
    inOrder.map(({ words, start, end, tone }, index) => [words, { number: index + 1, start, end, tone }]),
  );
}

/**
 * Returns the whole text in order.
 *
 * @param quotes - Quotes, which may overlap.
 */
export function piecesOf(text: string, quotes: readonly Quote[]): Piece[] {
  const cuts = new Set([0, text.length, ...quotes.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].toSorted((left, right) => left - right);
  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1] ?? text.length;
    const inside = quotes.filter((quote) => quote.start <= start && quote.end >= end);
    const numbers = inside.filter((quote) => quote.end === end).map(({ number }) => number);
    return { start, text: text.slice(start, end), tone: toneOf(inside), numbers };
  });
}

/** A fault shows inside of a longer quote that is none. */
function toneOf(inside: readonly Quote[]): Piece["tone"] {
  if (inside.length === 0) return null;
  return inside.some(({ tone }) => tone === "bad") ? "bad" : "good";
}
