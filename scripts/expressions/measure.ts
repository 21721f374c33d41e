/** Measures whether a text can make a regular expression run for long: the time may grow as the text does, not faster. */
import type { Expression } from "./find-expressions.ts";

/** The square of it, at the ten thousand million characters a second that a processor compares at most, is six seconds. */
const LONGEST = 250_000;
const SIZES = [LONGEST / 64, LONGEST / 16, LONGEST / 4, LONGEST];

/** Four times the text may take four times the time; sixteen times would be the square of it. */
const MOST_GROWTH = 10;

/** Below this a measurement says more about the machine than about the expression. */
const MEASURABLE_MS = 15;

/** Beginnings and fillings that made expressions slow, here and elsewhere. */
const PIECES = [
  ..."aA0.-_ :/=@!\"'\\%$(){}[]*+,;|<>&~#\n\t",
  "%20",
  "a.",
  "a@",
  "a:",
  "://",
  "aB1",
  "a1b2",
  "\n ",
  "\n\n*",
  "\\n",
  `\\"`,
];

/** Expressions that are given no more than so many characters, and where that is seen to. */
const BOUNDED: Readonly<Record<string, { longest: number; seenTo: string }>> = {
  "(^|\\/)(test_[^/]*|[^/]*([._-])(test|tests|spec)\\.[A-Za-z0-9]+)$": {
    longest: 4096,
    seenTo: "isTestFile in src/vocabulary/word-lists.ts",
  },
  "^([^aeiou][^aeiouy]*)?(([aeiouy][aeiou]*)([^aeiou][^aeiouy]*)){2,}": {
    longest: 64,
    seenTo: "stemOf in src/turns/wording/words.ts",
  },
};

/** Returns the pieces whose repetition takes more time than in proportion to the text. */
export function slowPiecesOf(expression: Expression): string[] {
  return piecesFor(expression).filter((piece) => growsTooFast(expression, piece));
}

/** The expression's own words, as they are and with what may be between them, and the pieces for all. */
function piecesFor({ source }: Expression): string[] {
  const words = [...new Set(source.match(/(?<!\\)[A-Za-z0-9_%-]{2,}|(?<=\\)[^\w\s]+/g) ?? [])].slice(0, 12);
  const joined = words.flatMap((word) => [word, `${word} `, `${word}:`, `${word}=`, `${word}\n`]);
  return [...PIECES, ...joined];
}

/** Looks at ever longer texts, so that a slow expression is found while it is still quick. */
function growsTooFast(expression: Expression, piece: string): boolean {
  let before = MEASURABLE_MS;
  const { longest = LONGEST } = BOUNDED[expression.source] ?? {};
  for (const size of SIZES.map((size) => Math.min(size, longest))) {
    const text = worstText(expression, piece, size);
    let now = timeOf(expression, text);
    // a busy machine can slow one look, hardly three
    for (let looks = 1; looks < 3 && now > before * MOST_GROWTH; looks += 1) {
      now = Math.min(now, timeOf(expression, text));
    }
    if (now > before * MOST_GROWTH) return true;
    before = Math.max(now, MEASURABLE_MS);
  }
  return false;
}

/** One word of the expression to begin with, the piece over and over, and an end that fits nothing. */
function worstText({ source }: Expression, piece: string, size: number): string {
  const [word = ""] = source.match(/[A-Za-z]{3,}/) ?? [];
  return `${word}${piece.repeat(size / piece.length)}\u0000!`;
}

function timeOf({ source, flags }: Expression, text: string): number {
  // a sticky one is tried where its step is, and the step goes on behind what it matched
  const expression = new RegExp(source, flags.includes("y") ? flags : `${flags.replace("g", "")}g`);
  // the processor's time, because other work on the machine says nothing about the expression
  const start = process.cpuUsage();
  text.replace(expression, "");
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
