/** Runs a command line from its words to an exit code; the one place where commands' failures end. */
import { existsSync } from "node:fs";
import { explainFailure, isDamage } from "../appliance/explain-failure.ts";
import type { Environment } from "../settings/environment.ts";
import { describeSettingsProblems, type LoadedSettings, readSettings } from "../settings/read.ts";
import { describeError } from "../vocabulary/log.ts";
import type { Flags } from "../settings/sources.ts";
import { type Command, CommandFailure, type FlagValue } from "./command.ts";
import type { ExitCode, Terminal } from "./terminal.ts";
import { COMMAND_GROUPS, COMMANDS } from "./commands.ts";
import { commandHelp, commandList, overview, usageLine } from "./help.ts";
import { createSpeaker, type Speaker } from "./text/speaker.ts";
import { parseCommandLine, type UsageProblem } from "./parse.ts";
import type { Program } from "./program.ts";

/** What surrounds a command line. */
export interface Surroundings {
  environment: Environment;
  terminal: Terminal;
  /** The program's name in front of a command, as hints repeat it. */
  calledAs: string;
  program: Program;
}

/**
 * Returns the exit code, once everything is said.
 *
 * @param args - The arguments after the program's own name.
 */
export async function runCommandLine(args: readonly string[], around: Surroundings): Promise<ExitCode> {
  const { terminal, calledAs, ...rest } = around;
  const speaker = createSpeaker(terminal, { name: calledAs, commandWords: COMMAND_WORDS });
  const wish = parseCommandLine(args, COMMANDS);
  if (!wish.ok) return complainOfUsage(wish.problem, speaker);
  if (wish.value.kind === "help") {
    speaker.say(helpPage(wish.value.commands, speaker.columns));
    return 0;
  }
  const { command, flags, operands } = wish.value;
  let loaded: LoadedSettings | null = null;
  try {
    loaded = loadSettings(command, flags, around.environment);
    const call = { ...rest, speaker, operands, flags, loaded };
    command.check?.(call);
    requireDirectory(command, loaded);
    return await command.run(call);
  } catch (error) {
    const reason = describeError(error);
    const message = loaded === null ? reason : explainFailure(reason, loaded.settings);
    speaker.complain(`scoring ${command.name}: ${message}`);
    if (error instanceof CommandFailure) return error.exitCode;
    return loaded !== null && isDamage(reason, loaded.settings) ? 3 : 1;
  }
}

/** What follows the program's name in hints. */
const COMMAND_WORDS = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? "")), "help", "COMMAND"];

function helpPage(commands: readonly Command[], width: number | null): string {
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return commandHelp(only, width);
  return commands === COMMANDS ? overview(COMMAND_GROUPS, width) : commandList(commands, width);
}

function complainOfUsage({ command, message }: UsageProblem, speaker: Speaker): ExitCode {
  const name = command === null ? "scoring" : `scoring ${command.name}`;
  const help = command === null ? "scoring help lists the commands." : `Usage: ${usageLine(command)}`;
  speaker.complain(`${name}: ${message}\n${help}`);
  return 2;
}

function loadSettings(
  command: Command,
  flags: Readonly<Record<string, FlagValue>>,
  environment: Environment,
): LoadedSettings {
  const read =
    command.reads === "nothing"
      ? readSettings({}, {})
      : readSettings(settingsAmong(flags, command), environment);
  if (!read.ok) throw new CommandFailure(describeSettingsProblems(read.problem), 2);
  return read.value;
}

function settingsAmong(flags: Readonly<Record<string, FlagValue>>, command: Command): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => command.flags[name]?.isOwn !== true));
}

/** Only `serve` makes a data directory; every other command says that it is missing. */
function requireDirectory(command: Command, { settings, origins }: LoadedSettings): void {
  if (command.reads === "nothing" || command.reads === "new_directory") return;
  // what commands read is in that database then
  if (existsSync(settings.dataDir) || settings.database !== null) return;
  if (command.reads === "settings" && origins.dataDir.from === "default") return;
  throw new CommandFailure(
    `the data directory ${settings.dataDir} does not exist. Name the right one with --data-dir, or start the server ` +
      "(scoring serve), which creates it.",
  );
}
