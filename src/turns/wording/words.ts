/** Words of a text, the ones that carry its meaning, and how alike two texts are. */
import { LRUCache } from "lru-cache";
import { stemmer } from "stemmer";
import { withoutExtensions } from "./paths.ts";
import { remembered } from "./remembered.ts";
import type { Ratio } from "../../vocabulary/units.ts";
import { comparable, listed } from "../../vocabulary/word-lists.ts";

/**
 * Returns the words of a text in order, in lower case.
 *
 * @returns Runs of letters, marks and digits with the apostrophes inside them; each character by itself in
 *   scripts that are written without spaces.
 * @see docs/scoring.md, "Words".
 */
export const wordsOf: (text: string) => readonly string[] = remembered(
  (text) => comparable(text).match(WORD) ?? [],
);

/**
 * Returns the content words of a text, each once, as Porter stems.
 *
 * @see docs/scoring.md, "Words": content words.
 */
export const contentWords: (text: string) => ReadonlySet<string> = remembered((text) => {
  const stems = new Set<string>();
  for (const word of wordsOf(withoutExtensions(text).replace(CAMEL_HUMP, " "))) {
    if (!STOP_WORDS.has(word) && !isSingleLetter(word)) stems.add(stemOf(word));
  }
  return stems;
});

/** Returns the words of a text, each once. */
export const wordSetOf: (text: string) => ReadonlySet<string> = remembered((text) => new Set(wordsOf(text)));

/** Jaccard similarity of two sets of words; 0 when both are empty. */
export function similarity(oneWords: ReadonlySet<string>, otherWords: ReadonlySet<string>): Ratio {
  const common = oneWords.intersection(otherWords).size;
  const all = oneWords.size + otherWords.size - common;
  return all === 0 ? 0 : common / all;
}

/** What follows the first `count` words of a text, in comparable form. */
export function textAfterWords(text: string, count: number): string {
  const lower = comparable(text);
  const last = [...lower.matchAll(WORD).take(count)].at(-1);
  return last === undefined ? lower : lower.slice(last.index + last[0].length);
}

/** Whether a word of `wordsOf` is one character of a script that is written without spaces. */
export function isUnspaced(word: string): boolean {
  return UNSPACED_CHARACTER.test(word);
}

/**
 * Returns whether a place in a text is inside a word, so that a piece that begins or ends there contains half of it.
 *
 * @param text - The whole text.
 * @param at - The index of the character after the place.
 * @param joints - Characters that join what is before and after them to one word, such as an apostrophe.
 * @returns Never true next to a script that is written without spaces: words begin and end anywhere in it.
 */
export function isInsideWord(text: string, at: number, joints: string): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)];
  const [comesFromWord, goesOnInWord] = [ENDS_WITH_SPACED.test(before), BEGINS_WITH_SPACED.test(after)];
  if (comesFromWord && goesOnInWord) return true;
  if (goesOnInWord && joints.includes(before.at(-1) ?? " "))
    return ENDS_WITH_SPACED.test(text.slice(Math.max(0, at - 3), at - 1));
  return comesFromWord && joints.includes(after[0] ?? " ") && BEGINS_WITH_SPACED.test(after.slice(1));
}

const UNSPACED = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}]]`;
/** Matches a letter, mark or digit in scripts that put spaces between words; part of an expression with the flag `v`. */
export const SPACED_LETTER = String.raw`[[\p{L}\p{M}\p{Nd}]--${UNSPACED}]`;
const WORD = new RegExp(`${SPACED_LETTER}+(?:'${SPACED_LETTER}+)*|${UNSPACED}\\p{M}*`, "gv");
const SPACED_CHARACTER = new RegExp(`^${SPACED_LETTER}$`, "v");
const UNSPACED_CHARACTER = new RegExp(`^${UNSPACED}`, "v");
const BEGINS_WITH_SPACED = new RegExp(`^${SPACED_LETTER}`, "v");
const ENDS_WITH_SPACED = new RegExp(`${SPACED_LETTER}$`, "v");
const CAMEL_HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu;
const STOP_WORDS = listed("stopWords");

function isSingleLetter(word: string): boolean {
  return word.length === 1 && SPACED_CHARACTER.test(word);
}

// Stemming costs more than everything else, and texts repeat their words.
const REMEMBERED_STEMS = 20_000;
const stems = new LRUCache<string, string>({ max: REMEMBERED_STEMS });

/** No language has longer words in use, and stemming takes more than proportional time. */
const LONGEST_STEMMED = 64;

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (word.length > LONGEST_STEMMED) return word;
  const stem = stemmer(word.endsWith("'s") ? word.slice(0, -2) : word);
  stems.set(word, stem);
  return stem;
}
