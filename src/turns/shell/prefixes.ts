/** Removes what only prepares the run of another program: assignments, `sudo`, `timeout 60`, `npx`. */
import { entriesOf } from "../../vocabulary/word-lists.ts";
import { afterOptions } from "./options.ts";

/**
 * Returns the words of the program that really runs.
 *
 * @returns Empty when nothing is left to run.
 */
export function withoutPrefixes(words: readonly string[]): string[] {
  let rest = words.slice(countAssignments(words, 0));
  for (let prefix = prefixOf(rest); prefix !== undefined; prefix = prefixOf(rest)) {
    if (onlyLooksUp(prefix, rest)) return [];
    rest = rest.slice(endOfPrefix(prefix, rest));
  }
  return rest;
}

interface Prefix {
  name: string;
  words: readonly string[];
}

const PREFIXES: readonly Prefix[] = entriesOf("shellPrefixes").map((name) => ({
  name,
  words: name.split(" "),
}));

// Words that belong to the prefix itself: how long, or in which container.
const OPERANDS: ReadonlyMap<string, number> = new Map([
  ["timeout", 1],
  ["docker compose exec", 1],
]);

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

function prefixOf(words: readonly string[]): Prefix | undefined {
  return PREFIXES.find((prefix) => prefix.words.every((word, index) => word === words[index]));
}

/** `command -v jest` asks where jest is and runs nothing. */
function onlyLooksUp(prefix: Prefix, words: readonly string[]): boolean {
  return prefix.name === "command" && /^-[vV]/.test(words[1] ?? "");
}

function endOfPrefix(prefix: Prefix, words: readonly string[]): number {
  const operands = afterOptions(prefix.name, words, prefix.words.length) + (OPERANDS.get(prefix.name) ?? 0);
  return operands + countAssignments(words, operands);
}

function countAssignments(words: readonly string[], from: number): number {
  let at = from;
  while (ASSIGNMENT.test(words[at] ?? "")) at += 1;
  return at - from;
}
