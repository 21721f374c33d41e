/** The words that can follow each beginning of a command line. */
import type { Command } from "../command.ts";
import { GENERAL_FLAGS } from "../parse.ts";

/** What can come next. */
export interface Completions {
  /** By what is there already, the longest beginnings first; the empty one is the last. */
  words: ReadonlyMap<string, readonly string[]>;
  /** Flags after which a value comes, often a file. */
  flagsWithValue: readonly string[];
}

export function completionsOf(commands: readonly Command[]): Completions {
  const ofCommands = commands.map(
    ({ name, flags }) => [name, flagsOf({ ...flags, ...GENERAL_FLAGS })] as const,
  );
  const words = new Map<string, readonly string[]>(
    ofCommands.toSorted(([left], [right]) => right.split(" ").length - left.split(" ").length),
  );
  for (const first of firstWords(commands)) {
    const seconds = commands.flatMap(({ name }) =>
      name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
    );
    if (seconds.length > 0) words.set(first, [...seconds, ...(words.get(first) ?? [])]);
  }
  words.set("", [...firstWords(commands), "help"]);
  const everyFlag = commands.flatMap(({ flags }) => Object.entries({ ...flags, ...GENERAL_FLAGS }));
  const valued = everyFlag.filter(([, flag]) => flag.value !== undefined).map(([name]) => `--${name}`);
  return { words, flagsWithValue: [...new Set(valued)] };
}

function flagsOf(flags: Command["flags"]): string[] {
  return Object.keys(flags).map((name) => `--${name}`);
}

function firstWords(commands: readonly Command[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? name))];
}
