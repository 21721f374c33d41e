/** Finds in one look at a text which rules could have something to say about it. */
import type { Rewriter, Rule } from "./rule.ts";

/** Returns the rules with a keyword in the text, in their own order; usually none. */
export type Sieve = (text: string) => readonly Sifted[];

/** What a sieve may find to be tried. */
type Sifted = Rule | Rewriter;

/** Keywords are found by their first three characters, in whatever case. */
const BEGINNING = 3;
const BITS = 6;
const MASK = 2 ** (BITS * BEGINNING) - 1;

/** A keyword's characters as classes, and the positions of the rules that it calls. */
interface Keyword {
  /** Behind the beginning. */
  rest: Uint8Array;
  callers: readonly number[];
}

/**
 * A sieve for these rules. It reads each character once: three small numbers side by side are an index into a table of
 * all beginnings. One expression with as many alternatives takes many times as long.
 */
export function createSieve(rules: readonly Sifted[]): Sieve {
  const classes = classesOf(rules.flatMap((rule) => (isSifted(rule) ? rule.keywords : [])).join(""));
  const { starts, buckets } = bucketsOf(rules, classes);
  const others = rules.flatMap((rule, index) => (isSifted(rule) ? [] : [{ rule, index }]));
  const goesOn = (text: string, from: number, rest: Uint8Array): boolean => {
    for (let index = 0; index < rest.length; index += 1)
      if (classes[text.charCodeAt(from + index)] !== rest[index]) return false;
    return true;
  };
  const keywordsIn = (text: string): ReadonlySet<Keyword> | null => {
    let found: Set<Keyword> | null = null;
    let beginning = 0;
    for (let at = 0; at < text.length; at += 1) {
      beginning = ((beginning << BITS) | (classes[text.charCodeAt(at)] ?? 0)) & MASK;
      const bucket = starts[beginning] ?? 0;
      if (bucket === 0) continue;
      for (const keyword of buckets[bucket] ?? []) {
        if (goesOn(text, at + 1, keyword.rest)) found = (found ?? new Set()).add(keyword);
      }
    }
    return found;
  };
  return (text) => {
    const keywords = keywordsIn(text);
    // nearly every text: it should not cost the lists that the others need
    if (keywords === null && !others.some(({ rule }) => isCalled(rule, text))) return NO_RULES;
    const sifted = [...(keywords ?? [])].flatMap((keyword) => keyword.callers);
    const called = others.flatMap(({ rule, index }) => (isCalled(rule, text) ? [index] : []));
    const indices = [...new Set([...sifted, ...called])].sort((left, right) => left - right);
    return indices.flatMap((index) => rules[index] ?? []);
  };
}

const NO_RULES: readonly Sifted[] = [];

const IS_ASCII = /^[\x20-\x7e]+$/;

/** Whether the table finds the rule; shorter keywords would begin too many words. */
function isSifted({ keywords }: Sifted): boolean {
  return keywords.length > 0 && keywords.every((word) => word.length >= BEGINNING && IS_ASCII.test(word));
}

function isCalled({ keywords }: Sifted, text: string): boolean {
  if (keywords.length === 0) return true;
  // nearly every text is in Latin letters, and one look shows it
  if (keywords.every((word) => BEYOND_LATIN.test(word)) && !BEYOND_LATIN.test(text)) return false;
  return keywords.some((word) => text.includes(word));
}

const BEYOND_LATIN = /[^\0-\xff]/;

/** A number for each ASCII character of the keywords, the same for small and capital letters; 0 for all others. */
function classesOf(characters: string): Uint8Array {
  const classes = new Uint8Array(128);
  const different = [...new Set(characters)];
  if (different.length >= 2 ** BITS) throw new Error("BUG: the keywords have more characters than the sieve");
  for (const [index, character] of different.entries()) {
    classes[character.charCodeAt(0)] = index + 1;
    classes[character.toUpperCase().charCodeAt(0)] = index + 1;
  }
  return classes;
}

function bucketsOf(rules: readonly Sifted[], classes: Uint8Array) {
  const starts = new Uint16Array(MASK + 1);
  const buckets: Keyword[][] = [[]];
  const words = Map.groupBy(
    rules.flatMap((rule, index) => (isSifted(rule) ? rule.keywords.map((word) => ({ word, index })) : [])),
    ({ word }) => word,
  );
  for (const [word, callers] of words) {
    const codes = Uint8Array.from(word, (character) => classes[character.charCodeAt(0)] ?? 0);
    const beginning = codes.slice(0, BEGINNING).reduce((index, code) => (index << BITS) | code, 0);
    if (starts[beginning] === 0) starts[beginning] = buckets.push([]) - 1;
    buckets[starts[beginning] ?? 0]?.push({
      rest: codes.slice(BEGINNING),
      callers: callers.map(({ index }) => index),
    });
  }
  return { starts, buckets };
}
