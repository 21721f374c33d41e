/** Listed phrases, found in a text word by word, so that punctuation and case do not matter. */
import { entriesOf } from "../../vocabulary/word-lists.ts";
import type { ListName } from "../../vocabulary/word-lists.ts";
import { wordsOf } from "./words.ts";

/** Phrases as words, by their first word. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A list's phrases, made ready to be looked for. */
export function phrasesOf(name: ListName): Phrases {
  return Map.groupBy(entriesOf(name).map(wordsOf), ([first]) => first ?? "");
}

const NONE: readonly number[] = [];

/** How many words each phrase has that begins at a place in the text; empty when none does. */
export function phraseLengthsAt(words: readonly string[], at: number, phrases: Phrases): readonly number[] {
  const beginning = phrases.get(words[at] ?? "");
  if (beginning === undefined) return NONE;
  return beginning
    .filter((phrase) => phrase.every((word, index) => word === words[at + index]))
    .map((phrase) => phrase.length);
}

/** Whether the text opens with one of the phrases. */
export function opensWith(words: readonly string[], phrases: Phrases): boolean {
  return phraseLengthsAt(words, 0, phrases).length > 0;
}

/** Whether one of the phrases begins at one of the text's first `within` words. */
export function holdsPhrase(
  words: readonly string[],
  phrases: Phrases,
  within: number = words.length,
): boolean {
  return words.slice(0, within).some((_, at) => phraseLengthsAt(words, at, phrases).length > 0);
}
