/** Rules that may be wrong, and so look only at text that people and tools wrote; each is a setting. */
import type { Rule } from "./rule.ts";

/**
 * E-mail addresses; the user name of a git remote is none.
 *
 * @see RFC 5321 and 6531, the usual part of them.
 */
export const EMAIL: Rule = {
  name: "email",
  keywords: ["@"],
  pattern:
    /(?<![\p{L}\p{N}._%+-])(?<lead>[._%+-]{0,64})(?!git@)[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,255}@(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,24}(?![\p{L}\p{N}])/gu,
};

/**
 * Whose home directory a path is in; the rest of the path is kept, because files are distinguished by it. Names with
 * blanks in them are Windows' own, and end at a backslash.
 */
export const HOME_OWNER: Rule = {
  name: "home",
  keywords: ["/home/", "/users/", "\\users\\"],
  pattern:
    /(?<lead>(?:\/home\/|\/Users\/|\b[A-Za-z]:\\{1,2}Users\\{1,2}))(?!\[redacted:|Shared\b)(?:(?<=\\)[^\s/\\"'`:;,<>|)\]]{1,64}(?: [^\s/\\"'`:;,<>|)\]]{1,64}){1,3}(?=\\)|[^\s/\\"'`:;,<>|)\]]+)/g,
};

/** Strings so random that they are most likely secrets: keys, tokens, salts. */
export const RANDOM_TEXT: Rule = {
  name: "random",
  keywords: [],
  pattern: /(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+_-]{24,256}={0,2}(?![A-Za-z0-9+/_=-])/g,
  accepts: isRandom,
};

/** The same in base64 with slashes, which paths have too: longer, and more random, before it counts. */
export const RANDOM_BASE64: Rule = {
  name: "random",
  keywords: [],
  pattern: /(?<![A-Za-z0-9+/_=.:-])[A-Za-z0-9+/]{32,256}={0,2}(?![A-Za-z0-9+/_=.-])/g,
  accepts: (text) =>
    text.includes("/") && !isPath(text) && isRandom(text) && entropyOf(text) >= RANDOM_BASE64_BITS,
};

/** One part that is a word is enough: chance hardly makes one. */
function isPath(text: string): boolean {
  return text.split("/").some((part) => /^[A-Z]?[a-z]{2,30}\d{0,3}$/.test(part));
}

/** Random base64 of 32 characters has 4.5 to 4.9. */
const RANDOM_BASE64_BITS = 4.5;

/**
 * Checksums, and ids as agents and models write them into their messages.
 *
 * @see test/fixtures.
 */
const NO_SECRET =
  /^(?:sha\d+|ses|msg|prt|evt|call|toolu|req|resp|rs|fc|run|step|task|item|thread|session|chatcmpl|cmpl|gen|batch|file|asst|user|org|proj|agent)[_-]/;

/** Bits per character; English is near 3, hex can reach 4, random base64 of 24 characters has 4.2 to 4.6. */
const RANDOM_BITS = 4.1;

function isRandom(text: string): boolean {
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d.*\d/.test(text);
  return isMixed && !NO_SECRET.test(text) && entropyOf(text) >= RANDOM_BITS && !isMadeOfWords(text);
}

/** `TestShouldReturn404WhenUserDoesNotExist`: of random letters hardly a third is in runs that could be words. */
function isMadeOfWords(text: string): boolean {
  const words = text.match(/[A-Z]?[a-z]{2,30}/g) ?? [];
  const inWords = words.filter((word) => /[aeiouy]/i.test(word)).join("").length;
  return inWords > text.length * 0.7;
}

/** Shannon's entropy of the text's own characters, in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
