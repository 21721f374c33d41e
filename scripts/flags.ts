/** The flags of scripts. Each says what it takes; whatever does not fit ends the script with a message, before it begins. */
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { fail, type Result, succeed } from "../src/vocabulary/result.ts";

/** One flag. */
export interface Flag<Value> {
  /** Its value where it is left out. */
  usual: Value;
  /** What has to follow it, in words; null for a flag without a value. */
  takes: string | null;
  /** Returns undefined for a text that does not fit. */
  read(text: string): Value | undefined;
}

type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of flags, by their names. */
export type FlagValues<Declared extends Flags> = { [Name in keyof Declared]: Declared[Name]["usual"] };

/** A flag without a value. */
export function toggle(): Flag<boolean> {
  return { usual: false, takes: null, read: () => true };
}

/** Any text but an empty one. */
export function text<Usual extends string | null>(usual: Usual): Flag<string | Usual> {
  return { usual, takes: "a text", read: (given) => (given === "" ? undefined : given) };
}

/** @remarks Takes the least and the most; 1 and any when left out. */
export function wholeNumber(
  usual: number,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): Flag<number> {
  const end = most === Number.MAX_SAFE_INTEGER ? "on" : `to ${most}`;
  const read = (given: string) => {
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  };
  return { usual, takes: `a whole number from ${least} ${end}`, read };
}

/** A number above 0, with decimals or without. */
export function amount<Usual extends number | null>(usual: Usual): Flag<number | Usual> {
  const read = (given: string) => {
    const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
    return number > 0 ? number : undefined;
  };
  return { usual, takes: "a number above 0", read };
}

/** Whole numbers from 1 on, with commas between them. */
export function wholeNumbers(usual: readonly number[]): Flag<readonly number[]> {
  const { read } = wholeNumber(1);
  return {
    usual,
    takes: "whole numbers from 1 on, with commas between them",
    read: (given) => allOf(given.split(",").map(read)),
  };
}

/** Some of these names, with commas between them. Without the flag all of them. */
export function someOf<Name extends string>(names: readonly Name[]): Flag<readonly Name[]> {
  return {
    usual: names,
    takes: `some of ${names.join(",")}`,
    read: (given) => allOf(given.split(",").map((word) => names.find((name) => name === word))),
  };
}

/** One of these names; null without the flag. */
export function oneOf<Name extends string>(names: readonly Name[]): Flag<Name | null> {
  return {
    usual: null,
    takes: `one of ${names.join(", ")}`,
    read: (given) => names.find((name) => name === given),
  };
}

function allOf<Value>(values: readonly (Value | undefined)[]): readonly Value[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

/** Reads the flags of this script. It ends with 2 for any other flag, and for a value that does not fit. */
export function readFlags<Declared extends Flags>(declared: Declared): FlagValues<Declared> {
  return readCommandLine(declared, []).values;
}

/** A command line that was understood. */
export interface CommandLine<Declared extends Flags> {
  values: FlagValues<Declared>;
  operands: string[];
}

/**
 * Reads the flags of this script and its other words.
 *
 * @param operandNames - The names of that; all of it may be left out.
 */
export function readCommandLine<Declared extends Flags>(
  declared: Declared,
  operandNames: readonly string[],
): CommandLine<Declared> {
  const read = parseFlags(declared, operandNames, process.argv.slice(2));
  if (read.ok) return read.value;
  process.stderr.write(`${relative(join(import.meta.dir, ".."), Bun.main)}: ${read.problem}\n`);
  process.exit(2);
}

/** @throws With what does not fit, and what would. */
export function parseFlags<Declared extends Flags>(
  declared: Declared,
  operandNames: readonly string[],
  args: readonly string[],
): Result<CommandLine<Declared>, string> {
  const options = Object.entries(declared).map(
    ([name, { takes }]) =>
      [name, { type: takes === null ? ("boolean" as const) : ("string" as const) }] as const,
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, unknown>(Object.entries(declared).map(([name, { usual }]) => [name, usual]));
  const operands = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const value = valueOf(declared, token);
    if (!value.ok) return value;
    values.set(token.name, value.value);
  }
  const extra = operands[operandNames.length];
  if (extra !== undefined) return fail(`unexpected argument: ${extra}`);
  return succeed({ values: Object.fromEntries(values) as FlagValues<Declared>, operands });
}

interface GivenFlag {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function valueOf(declared: Flags, { name, rawName, value, inlineValue }: GivenFlag): Result<unknown, string> {
  const flag = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (flag === undefined) {
    const known = Object.keys(declared).map((other) => `--${other}`);
    return fail(
      `unknown flag: ${rawName}. ${known.length === 0 ? "It has none." : `Flags are ${known.join(", ")}.`}`,
    );
  }
  if (flag.takes === null) return value === undefined ? succeed(true) : fail(`${rawName} takes no value`);
  // in `--dir --executable` the second is a flag of its own
  if (value === undefined || (inlineValue !== true && value.startsWith("--")))
    return fail(`${rawName} needs ${flag.takes}`);
  const read = flag.read(value);
  return read === undefined ? fail(`${rawName} ${value}: expected ${flag.takes}`) : succeed(read);
}
