/** What a command is, and what it is called with. */
import type { LoadedSettings } from "../settings/read.ts";
import type { Environment } from "../settings/environment.ts";
import type { Program } from "./program.ts";
import type { ExitCode } from "./terminal.ts";
import type { Speaker } from "./text/speaker.ts";

/** One flag; `value` is what help shows in its place, and a flag without it takes no value. */
export interface Flag {
  summary: string;
  value?: string;
  repeated?: true;
  /** It is no setting, though there is a setting of that name. */
  isOwn?: true;
  /** It takes no value, but may say `=false`. */
  onOff?: true;
}

/** A flag's value: text, several texts, or true for one without a value. */
export type FlagValue = string | string[] | true;

/**
 * What a command reads before it runs.
 *
 * `settings`: a data directory that was given must exist. `directory`: it must exist, given or not.
 * `new_directory`: it is made when it is missing.
 */
export type Reads = "nothing" | "settings" | "directory" | "new_directory";

/** One command. */
export interface Command {
  /** One or two words. */
  name: string;
  /** The arguments after the name, for help; those in brackets may be left out. */
  operands: readonly string[];
  summary: string;
  /** More for its own help page; may be empty. */
  details: string;
  flags: Readonly<Record<string, Flag>>;
  reads: Reads;
  /**
   * Refuses a wrong command line before anything is read.
   *
   * @throws A failure that says what is wrong with it.
   */
  check?(call: CommandCall): void;
  run(call: CommandCall): Promise<ExitCode>;
}

/** A command's call. */
export interface CommandCall {
  operands: readonly string[];
  flags: Readonly<Record<string, FlagValue>>;
  /** The settings; of a command that reads nothing the defaults. */
  loaded: LoadedSettings;
  environment: Environment;
  speaker: Speaker;
  program: Program;
}

/** Ends a command with a message on stderr. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";

  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** A flag that has a value; null when it was not given. */
export function textFlag(call: CommandCall, name: string): string | null {
  const value = call.flags[name];
  return typeof value === "string" ? value : null;
}

/** Returns the values of a flag that can be repeated. */
export function textsFlag(call: CommandCall, name: string): readonly string[] {
  const values = call.flags[name];
  return Array.isArray(values) ? values : [];
}

/** Whether a flag without a value was given. */
export function hasFlag(call: CommandCall, name: string): boolean {
  return call.flags[name] !== undefined;
}

/** Writes the one JSON document with `--json`, else the text. */
export function writeAnswer(call: CommandCall, answer: unknown, text: string): void {
  if (hasFlag(call, "json")) call.speaker.show(JSON.stringify(answer, null, 2));
  else call.speaker.say(text);
}
