/** The kind of a prompt by its words: an acknowledgement, a correction, a bare "try again". */
import { holdsPhrase, phraseLengthsAt, phrasesOf } from "./phrases.ts";
import { remembered } from "./remembered.ts";
import { textAfterWords, wordsOf } from "./words.ts";

/**
 * Whether a prompt asks for nothing: it consists only of listed phrases, or is a bare slash command.
 *
 * @param text - The prompt's text; where it is withheld, its length decides and the caller looks at that.
 */
export function isTrivial(text: string): boolean {
  return BARE_COMMAND.test(text.trim()) || isMadeOfTrivialPhrases(wordsOf(text));
}

/**
 * Whether a prompt corrects, repeats or undoes what the agent just did.
 *
 * @see docs/scoring.md, "Repair turn", as far as the wording shows.
 */
export const isCorrection: (text: string) => boolean = remembered((text) => {
  const words = wordsOf(text);
  if (isTrivial(text)) return false;
  return holdsPhrase(words, CORRECTIONS_ANYWHERE) || opensAsCorrection(text, words);
});

/** Whether a prompt is nothing but a listed phrase that asks for the same again. */
export function isRetry(text: string): boolean {
  const words = wordsOf(text);
  return phraseLengthsAt(words, 0, RETRIES).includes(words.length);
}

const BARE_COMMAND = /^\/[\w:.-]+$/;
const TRIVIAL = phrasesOf("trivialPhrases");
const RETRIES = phrasesOf("retryPhrases");
const CORRECTIONS_ANYWHERE = phrasesOf("correctionAnywhere");
const OPENERS = phrasesOf("correctionOpeners");
const OPENERS_ALONE = phrasesOf("correctionOpenersAlone");

// The end, punctuation that does not join words ("no-op" is no "no"), or a word that points back.
const STANDS_ALONE = /^\s*(?:$|[\p{P}--[\-_\/]]|-\s|(?:it|that|this|using)(?![\p{L}\p{M}\p{Nd}']))/v;

function isMadeOfTrivialPhrases(words: readonly string[]): boolean {
  const reached = new Set([0]);
  // A set is walked in the order of insertion, also over what is added on the way.
  for (const at of reached) {
    for (const length of phraseLengthsAt(words, at, TRIVIAL)) reached.add(at + length);
  }
  return reached.has(words.length);
}

function opensAsCorrection(text: string, words: readonly string[]): boolean {
  const acknowledged = Math.max(0, ...phraseLengthsAt(words, 0, TRIVIAL));
  const onlyAlone = phraseLengthsAt(words, 0, OPENERS_ALONE);
  return phraseLengthsAt(words, 0, OPENERS).some(
    (length) =>
      length >= acknowledged &&
      (!onlyAlone.includes(length) || STANDS_ALONE.test(textAfterWords(text, length))),
  );
}
