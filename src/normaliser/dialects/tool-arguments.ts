/** What a tool was called with: names of tools, command lines, paths and strings out of its arguments. */
import vocabulary from "../../vocabulary/vocabulary.json" with { type: "json" };
import type { PlainValue } from "../records/record.ts";
import { textOf } from "../records/unwrap.ts";

const SHELL_TOOLS = new Set<string>(vocabulary.shellTools);
const EDIT_TOOLS = new Set<string>(vocabulary.editTools);
const COMMAND_KEYS = ["cmd", "command"] as const;
const TAIL_LINES = 40;

/** Whether a tool runs shell commands. */
export function isShellTool(name: string): boolean {
  return SHELL_TOOLS.has(name);
}

/** Whether a tool edits files. */
export function isEditTool(name: string): boolean {
  return EDIT_TOOLS.has(name);
}

/** Reads text that should be JSON; other text stays as it is, absent text is null. */
export function parseJson(text: PlainValue | undefined): PlainValue {
  if (typeof text !== "string") return text ?? null;
  try {
    return JSON.parse(text) as PlainValue;
  } catch {
    return text;
  }
}

/** A member of an object, also of one that came as JSON text; null when there is none. */
export function member(value: PlainValue | undefined, key: string): PlainValue {
  const object = parseJson(value);
  if (object === null || typeof object !== "object" || Array.isArray(object)) return null;
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

/** Every string in a value, nested ones too, in order, without the keys. */
export function stringsIn(value: PlainValue): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(stringsIn);
}

/** The command line among a shell tool's arguments, which is text or an argument vector. */
export function commandIn(toolArguments: PlainValue): string | null {
  for (const key of COMMAND_KEYS) {
    const command = member(toolArguments, key);
    if (Array.isArray(command)) return command.map(asShellWord).join(" ");
    if (typeof command === "string" && command !== "") return command;
  }
  return null;
}

/** The path of the file that an edit tool was asked to write; null when withheld. */
export function pathIn(toolArguments: PlainValue): string | null {
  for (const key of vocabulary.editPathKeys) {
    const path = textOf(member(toolArguments, key));
    if (path !== null) return path;
  }
  return null;
}

/** The last 40 lines of a command's output; null when there is none. */
export function lastLines(output: string | null): string | null {
  return output === null ? null : output.trimEnd().split("\n").slice(-TAIL_LINES).join("\n");
}

function asShellWord(value: PlainValue): string {
  const word = String(value);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
