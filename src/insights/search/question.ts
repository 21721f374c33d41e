/** The words of a question, and which words of a text they are. */

/** Letters and digits, with the accents that are characters of their own. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\u0300-\u036f]*/gu;
const ACCENTS = /[\u0300-\u036f]/gu;

/** So many characters… */
export const LONGEST_QUESTION = 500;
/** …and words are asked for at once. */
export const MOST_WORDS = 20;
/** A shorter beginning would be that of half of all words. */
const SHORTEST_BEGINNING = 3;

/** What a text must have: all these words, and one that begins with `beginning`. */
export interface Question {
  words: readonly string[];
  /** null for none. */
  beginning: string | null;
}

/** A word of a text, and where it is. */
interface WordPlace {
  word: string;
  from: number;
  to: number;
}

/** Returns the words of a text; whatever is neither a letter nor a digit is between words. */
export function wordsIn(text: string): WordPlace[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }));
}

/** Returns the words of a question, each once. */
export function askedWords(question: string): string[] {
  return [...new Set(wordsIn(question).map(({ word }) => folded(word)))];
}

/** Takes the last word for the beginning of one; null where it is too short. */
export function withBeginning(words: readonly string[]): Question | null {
  const last = words.at(-1) ?? "";
  return last.length < SHORTEST_BEGINNING ? null : { words: words.slice(0, -1), beginning: last };
}

/** Returns whether a word of a text is one of those that are asked for. */
export function isAsked({ words, beginning }: Question, word: string): boolean {
  const plain = folded(word);
  return words.includes(plain) || (beginning !== null && plain.startsWith(beginning));
}

/** Without case and accents, as the index has it. */
function folded(word: string): string {
  return word.normalize("NFD").replace(ACCENTS, "").normalize("NFC").toLowerCase();
}
