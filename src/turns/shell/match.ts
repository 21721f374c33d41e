/** Matches a simple command with the listed ones, word by word, whatever options are in between. */
import { entriesOf, listed } from "../../vocabulary/word-lists.ts";
import type { ListName } from "../../vocabulary/word-lists.ts";
import { afterOptions, isOption, optionLength } from "./options.ts";

/** Listed commands as words, by their program; a last `*` stands for any ending. */
export type CommandList = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A list of commands, made ready to be matched. */
export function commandList(name: ListName): CommandList {
  return Map.groupBy(
    entriesOf(name).map((entry) => entry.split(" ")),
    ([program]) => program ?? "",
  );
}

/**
 * Matches a command with a list.
 *
 * @param words - The words of a command without prefixes.
 * @returns The words after those that the list names, or null when no entry matches.
 */
export function matchCommand(words: readonly string[], list: CommandList): readonly string[] | null {
  const program = words[0]?.toLowerCase() ?? "";
  for (const name of new Set([program, fileName(program)])) {
    for (const pattern of list.get(name) ?? []) {
      const end = endOfMatch(words, pattern);
      if (end !== null) return words.slice(end);
    }
  }
  return null;
}

/** A program's name without the folder it was called from. */
export function fileName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

const INTERPRETERS = listed("testInterpreters");

function endOfMatch(words: readonly string[], pattern: readonly string[]): number | null {
  const [program = ""] = pattern;
  let at: number | null = 1;
  for (const expected of pattern.slice(1)) {
    const sought = { program, expected };
    at = isOption(expected) ? optionEnd(words, at, sought) : wordEnd(words, at, sought);
    if (at === null) return null;
  }
  return at;
}

interface Sought {
  program: string;
  expected: string;
}

/** A listed subcommand comes first, after options only. */
function wordEnd(words: readonly string[], from: number, { program, expected }: Sought): number | null {
  const at = afterOptions(program, words, from);
  const word = words[at]?.toLowerCase() ?? "";
  const fits = expected.endsWith("*") ? word.startsWith(expected.slice(0, -1)) : word === expected;
  return fits ? at + 1 : null;
}

/** A listed option may be anywhere; an interpreter's only before the script, whose own options follow. */
function optionEnd(words: readonly string[], from: number, { program, expected }: Sought): number | null {
  const operandsEndIt = INTERPRETERS.has(program);
  for (let at = from; at < words.length; at += optionLength(program, words[at] ?? "") || 1) {
    const word = words[at] ?? "";
    if (isSameOption(word, expected)) return at + 1;
    if (operandsEndIt && !isOption(word)) return null;
  }
  return null;
}

/** Single letters may be joined with others (`-Ei`) and carry a value (`-i.bak`). */
function isSameOption(word: string, expected: string): boolean {
  const [, letter = ""] = SINGLE_LETTER.exec(expected) ?? [];
  if (letter === "") return word === expected;
  return LETTERS.exec(word)?.[0].includes(letter) ?? false;
}

const SINGLE_LETTER = /^-([a-z])$/;
const LETTERS = /^-[A-Za-z]+/;
