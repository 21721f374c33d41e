/** Reads the command line: which command, with which flags and operands, or what is wrong with it. */
import { parseArgs } from "node:util";
import { nearestName } from "../settings/names.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Command, Flag, FlagValue } from "./command.ts";

/** What the person wants. */
export type Wish =
  | { kind: "run"; command: Command; flags: Record<string, FlagValue>; operands: string[] }
  /** null: an overview of all commands. */
  | { kind: "help"; command: Command | null };

/** Why the line is not understood, in words. */
export interface UsageProblem {
  command: Command | null;
  message: string;
}

/** Flags that every command has, and that may stand before its name. */
export const GENERAL_FLAGS: Readonly<Record<string, Flag>> = {
  "data-dir": { value: "DIR", summary: "The directory that holds everything kept (./scoring-data)." },
  json: { summary: "Prints one JSON document instead of text." },
  help: { summary: "Prints this help." },
};

interface Words {
  operands: string[];
  options: { name: string; rawName: string; value: string | undefined }[];
}

/** Understands a command line. Takes: the arguments after the program's own name. */
export function parseCommandLine(
  args: readonly string[],
  commands: readonly Command[],
): Result<Wish, UsageProblem> {
  const words = splitWords(args, allFlags(commands));
  const asksHelp = words.operands[0] === "help" || words.options.some(({ name }) => name === "help");
  const named = words.operands[0] === "help" ? words.operands.slice(1) : words.operands;
  const command = commandOf(named, commands);
  if (command === null && named.length > 0) return fail(unknownCommand(named, commands));
  if (asksHelp) return succeed({ kind: "help", command });
  if (command === null) return fail({ command, message: "name a command" });
  const operands = named.slice(command.name.split(" ").length);
  const flags = readFlags(words.options, command);
  if (!flags.ok) return flags;
  const problem = operandProblem(operands, command);
  return problem === null ? succeed({ kind: "run", command, flags: flags.value, operands }) : fail(problem);
}

/** A flag has one kind whichever command it belongs to; so the words can be told apart before the command is known. */
function allFlags(commands: readonly Command[]): Record<string, Flag> {
  return Object.assign({}, GENERAL_FLAGS, ...commands.map((command) => command.flags));
}

function splitWords(args: readonly string[], known: Readonly<Record<string, Flag>>): Words {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, flag]) => [
      name,
      { type: flag.value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  const { tokens } = parseArgs({
    args: args.map((word) => (word === "-h" ? "--help" : word)),
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

function unknownCommand(words: readonly string[], commands: readonly Command[]): UsageProblem {
  const [first = ""] = words;
  const family = commands.map(({ name }) => name).filter((name) => name.startsWith(`${first} `));
  if (family.length > 0) return { command: null, message: `say which: ${family.join(", ")}` };
  const nearest = nearestName(
    words.slice(0, 2).join(" "),
    commands.map(({ name }) => name),
  );
  return { command: null, message: `there is no command ${first}; the nearest is ${nearest}` };
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
  return takesNone && value !== undefined ? `${rawName} stands alone, without a value` : null;
}

function listOf(value: FlagValue | undefined): string[] {
  return Array.isArray(value) ? value : [];
}

function unknownFlag(rawName: string, known: Readonly<Record<string, Flag>>): string {
  const nearest = nearestName(rawName.replace(/^-+/, ""), Object.keys(known));
  return `there is no flag ${rawName}; the nearest is --${nearest}`;
}

function operandProblem(operands: readonly string[], command: Command): UsageProblem | null {
  const needed = command.operands.filter((operand) => !operand.startsWith("["));
  const missing = needed[operands.length];
  if (missing !== undefined) return { command, message: `${missing} is missing` };
  const extra = operands[command.operands.length];
  return extra === undefined ? null : { command, message: `there is nothing to do with ${extra}` };
}
