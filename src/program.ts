/** The program as its commands see it: hands the command line to them, with what they may start. */
import type { WorkerName } from "./appliance/appliance.ts";
import { startAppliance } from "./appliance/start.ts";
import { askOnTerminal } from "./cli/text/ask.ts";
import type { Program } from "./cli/program.ts";
import { runCommandLine } from "./cli/run.ts";
import type { ExitCode, Terminal } from "./cli/terminal.ts";
import { calledName } from "./cli/text/speaker.ts";
import { listScores } from "./scores/list-scores.ts";
import { readTeam } from "./scores/team/read-team.ts";
import { processEnvironment } from "./settings/environment.ts";
import { systemClock } from "./vocabulary/clock.ts";

/**
 * Returns the exit code, once everything is written.
 *
 * @param args - The arguments after the program's own name.
 */
export async function runProgram(
  args: readonly string[],
  startWorker: (name: WorkerName) => Worker,
): Promise<ExitCode> {
  let written = Promise.resolve();
  const terminal: Terminal = {
    write: (text) => {
      written = new Promise((done) => process.stdout.write(text, () => done()));
    },
    complain: (text) => void process.stderr.write(text),
    ask: askOnTerminal,
    isPerson: process.stdout.isTTY,
    columns: process.stdout.isTTY ? process.stdout.columns : null,
  };
  const program: Program = {
    clock: systemClock,
    startAppliance: (settings, log) => startAppliance(settings, { clock: systemClock, log, startWorker }),
    listScores,
    readTeam,
  };
  const exitCode = await runCommandLine(args, {
    environment: processEnvironment(),
    terminal,
    calledAs: Bun.isStandaloneExecutable ? calledName(process.argv0) : "scoring",
    program,
  });
  // A pipe takes long answers in pieces; leaving before the last one would cut them.
  await written;
  return exitCode;
}
