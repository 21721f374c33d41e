/** Reads the command line: which command, with which flags and operands, or what is wrong with it. */
import { parseArgs } from "node:util";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Command, Flag, FlagValue } from "./command.ts";
import { didYouMean, likelyName } from "./text/likely-name.ts";

/** What the person wants. */
export type Wish =
  | { kind: "run"; command: Command; flags: Record<string, FlagValue>; operands: string[] }
  /** The commands to explain: one in full, several in a line each. */
  | { kind: "help"; commands: readonly Command[] };

/** Why the line is not understood, in words. */
export interface UsageProblem {
  command: Command | null;
  message: string;
}

/** Flags that every command has, and that may be before its name. */
export const GENERAL_FLAGS: Readonly<Record<string, Flag>> = {
  "data-dir": { value: "DIR", summary: "The data directory (default ./scoring-data)." },
  json: { summary: "Print one JSON document instead of text." },
  help: { summary: "Print this help." },
};

interface Words {
  operands: string[];
  options: { name: string; rawName: string; value: string | undefined }[];
}

/**
 * Understands a command line.
 *
 * @param args - The arguments after the program's own name.
 */
export function parseCommandLine(
  args: readonly string[],
  commands: readonly Command[],
): Result<Wish, UsageProblem> {
  const words = splitWords(args, allFlags(commands));
  const [first] = words.operands;
  if (first === undefined && words.options.some(({ name }) => name === "version"))
    return readCall({ ...words, operands: ["version"], options: [] }, commands);
  const asksHelp = first === "help" || words.options.some(({ name }) => name === "help");
  const named = first === "help" ? words.operands.slice(1) : words.operands;
  if (asksHelp || isEmpty(words)) return readHelp(named, commands);
  return readCall(words, commands);
}

function isEmpty({ operands, options }: Words): boolean {
  return operands.length === 0 && options.length === 0;
}

function readHelp(named: readonly string[], commands: readonly Command[]): Result<Wish, UsageProblem> {
  if (named.length === 0) return succeed({ kind: "help", commands });
  const command = commandOf(named, commands);
  if (command !== null) return succeed({ kind: "help", commands: [command] });
  const family = named.length === 1 ? familyOf(named, commands) : [];
  if (family.length > 0) return succeed({ kind: "help", commands: family });
  return fail(unknownCommand(named, commands));
}

function readCall(words: Words, commands: readonly Command[]): Result<Wish, UsageProblem> {
  const command = commandOf(words.operands, commands);
  if (command === null && words.operands.length === 0)
    return fail({ command, message: noCommand(words.options, allFlags(commands)) });
  if (command === null) return fail(unknownCommand(words.operands, commands));
  const operands = words.operands.slice(command.name.split(" ").length);
  const flags = readFlags(words.options, command);
  if (!flags.ok) return flags;
  const problem = operandProblem(operands, command);
  return problem === null ? succeed({ kind: "run", command, flags: flags.value, operands }) : fail(problem);
}

function noCommand(options: Words["options"], known: Readonly<Record<string, Flag>>): string {
  const unknown = options.find(({ name }) => known[name] === undefined);
  return unknown === undefined ? "the command is missing" : unknownFlag(unknown.rawName, GENERAL_FLAGS);
}

/** A flag has one kind whichever command it belongs to; so the words can be distinguished before the command is known. */
function allFlags(commands: readonly Command[]): Record<string, Flag> {
  return Object.assign({}, GENERAL_FLAGS, ...commands.map((command) => command.flags));
}

const SHORT_FLAGS: Readonly<Record<string, string>> = {
  "-h": "--help",
  "-V": "--version",
  "-v": "--version",
};

function splitWords(args: readonly string[], known: Readonly<Record<string, Flag>>): Words {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, flag]) => [
      name,
      { type: flag.value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  const { tokens } = parseArgs({
    args: args.map((word) => SHORT_FLAGS[word] ?? word),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return {
    operands: tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : [])),
    options: tokens.flatMap((token) => (token.kind === "option" ? [withoutStolenFlag(token)] : [])),
  };
}

/** In `--name --json` the second is a flag and not a name; `--name=--json` would be one. */
function withoutStolenFlag(option: Words["options"][number] & { inlineValue: boolean | undefined }) {
  const stolen = option.inlineValue !== true && option.value?.startsWith("--") === true;
  return stolen ? { ...option, value: undefined } : option;
}

/** The command with the most words that the line begins with. */
function commandOf(words: readonly string[], commands: readonly Command[]): Command | null {
  const found = [2, 1].map((count) => {
    const name = words.slice(0, count).join(" ");
    return commands.find((command) => command.name === name);
  });
  return found.find((command) => command !== undefined) ?? null;
}

/** The commands of two words that begin with this one. */
function familyOf([first = ""]: readonly string[], commands: readonly Command[]): Command[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): UsageProblem {
  const [first = "", second] = words;
  const family = familyOf(words, commands).map(({ name }) => name);
  if (family.length > 0 && second === undefined)
    return { command: null, message: `say which one: ${family.join(", ")}` };
  const names = family.length > 0 ? family : [...commands.map(({ name }) => name), "help"];
  const asked = [words.slice(0, 2).join(" "), first];
  const likely = asked.map((text) => likelyName(text, names)).find((name) => name !== null) ?? null;
  const unknown = family.length > 0 ? `${first} ${second}` : first;
  return { command: null, message: `unknown command: ${unknown}${didYouMean(likely)}` };
}

function readFlags(
  options: Words["options"],
  command: Command,
): Result<Record<string, FlagValue>, UsageProblem> {
  const known: Readonly<Record<string, Flag>> = { ...GENERAL_FLAGS, ...command.flags };
  const flags: Record<string, FlagValue> = {};
  for (const { name, rawName, value } of options) {
    const flag = known[name];
    if (flag === undefined) return fail({ command, message: unknownFlag(rawName, known) });
    const problem = valueProblem(flag, rawName, value);
    if (problem !== null) return fail({ command, message: problem });
    flags[name] = flag.repeated ? [...listOf(flags[name]), value ?? ""] : (value ?? true);
  }
  return succeed(flags);
}

function valueProblem(flag: Flag, rawName: string, value: string | undefined): string | null {
  if (flag.value !== undefined && value === undefined) {
    return `${rawName} needs a value: ${rawName} ${flag.value}`;
  }
  const takesNone = flag.value === undefined && flag.onOff === undefined;
  return takesNone && value !== undefined ? `${rawName} takes no value` : null;
}

function listOf(value: FlagValue | undefined): string[] {
  return Array.isArray(value) ? value : [];
}

function unknownFlag(rawName: string, known: Readonly<Record<string, Flag>>): string {
  const likely = likelyName(rawName.replace(/^-+/, ""), Object.keys(known));
  return `unknown flag: ${rawName}${didYouMean(likely === null ? null : `--${likely}`)}`;
}

function operandProblem(operands: readonly string[], command: Command): UsageProblem | null {
  const needed = command.operands.filter((operand) => !operand.startsWith("["));
  const missing = needed[operands.length];
  if (missing !== undefined) return { command, message: `${missing} is missing` };
  const extra = operands[command.operands.length];
  return extra === undefined ? null : { command, message: `unexpected argument: ${extra}` };
}
