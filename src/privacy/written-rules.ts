/** Rules that may be wrong, and so look only at text that people and tools wrote; each is a setting. */
import type { Rule } from "./rule.ts";

/** E-mail addresses; the user name of a git remote is none. Source: RFC 5321, the usual part of it. */
export const EMAIL: Rule = {
  name: "email",
  keywords: ["@"],
  pattern:
    /(?<![A-Za-z0-9._%+-])(?<lead>[._%+-]{0,64})(?!git@)[A-Za-z0-9][A-Za-z0-9._%+-]{0,255}@(?:[A-Za-z0-9-]{1,63}\.){1,10}[A-Za-z]{2,24}\b/g,
};

/** Whose home directory a path lies in; the rest of the path is kept, because files are told apart by it. */
export const HOME_OWNER: Rule = {
  name: "home",
  keywords: ["/home/", "/users/", "\\users\\"],
  pattern:
    /(?<lead>(?:\/home\/|\/Users\/|\b[A-Za-z]:\\{1,2}Users\\{1,2}))(?!\[redacted:|Shared\b)[^\s/\\"'`:;,<>|)\]]+/g,
};

/** Strings so random that they are most likely secrets: keys, tokens, salts. */
export const RANDOM_TEXT: Rule = {
  name: "random",
  keywords: [],
  pattern: /(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+_-]{24,256}={0,2}(?![A-Za-z0-9+/_=-])/g,
  accepts: isRandom,
};

/** Checksums, and ids as agents and models write them into their messages. Source: test/fixtures. */
const NO_SECRET =
  /^(?:sha\d+|ses|msg|prt|evt|call|toolu|req|resp|rs|fc|run|step|task|item|thread|session|chatcmpl|cmpl|gen|batch|file|asst|user|org|proj|agent)[_-]/;

/** Bits per character; English lies near 3, hex can reach 4, random base64 of 24 characters has 4.2 to 4.6. */
const RANDOM_BITS = 4.1;

function isRandom(text: string): boolean {
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d.*\d/.test(text);
  return isMixed && !NO_SECRET.test(text) && entropyOf(text) >= RANDOM_BITS && !isMadeOfWords(text);
}

/** `TestShouldReturn404WhenUserDoesNotExist`: of random letters hardly a third stands in runs that could be words. */
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
