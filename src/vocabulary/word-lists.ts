/** The word lists of scoring, read once and compared in lower case with straight apostrophes. */
import vocabulary from "./vocabulary.json";

type Vocabulary = typeof vocabulary;

/** A list of words, phrases or regular expressions in vocabulary.json. */
export type ListName = {
  [Name in keyof Vocabulary]: Vocabulary[Name] extends string[] ? Name : never;
}[keyof Vocabulary];

/** The form in which both sides of a comparison are put: lower case, straight apostrophes. */
export function comparable(text: string): string {
  return text.toLowerCase().replace(CURLY_APOSTROPHES, "'");
}

const CURLY_APOSTROPHES = /[\u2018\u2019\u02bc\uff07]/g;

/** A list's entries in their comparable form, in the order of the file. */
export function entriesOf(name: ListName): readonly string[] {
  return vocabulary[name].map(comparable);
}

/** A list's entries in their comparable form, as a set. */
export function listed(name: ListName): ReadonlySet<string> {
  return new Set(entriesOf(name));
}

/** One regular expression that matches what any expression of the list matches. */
export function patternOf(name: ListName): RegExp {
  return new RegExp(vocabulary[name].map((source) => `(?:${source})`).join("|"), "im");
}

/** Whether a path is that of a file with tests. */
export function isTestFile(path: string): boolean {
  return path.length <= LONGEST_PATH && TEST_FILE.test(path);
}

const TEST_FILE = new RegExp(vocabulary.testFile, "im");

/**
 * Linux's own limit; the expression tries every end for every beginning, so a longer text would hold up all
 * others.
 */
const LONGEST_PATH = 4096;
