/** The program: hands the command line to its commands. */
import { startAppliance, type WorkerName } from "./appliance/start.ts";
import { askOnTerminal } from "./cli/text/ask.ts";
import { tuneRuntime } from "./cli/runtime.ts";
import type { Program } from "./cli/program.ts";
import { runCommandLine } from "./cli/run.ts";
import type { Terminal } from "./cli/terminal.ts";
import { calledName } from "./cli/text/speaker.ts";
import { listScores } from "./scores/list-scores.ts";
import { readTeam } from "./scores/team/read-team.ts";
import { processEnvironment } from "./settings/environment.ts";
import { GUARD_COMMAND, runGuard } from "./stream/server/guard.ts";
import { systemClock } from "./vocabulary/clock.ts";

const args = process.argv.slice(2);
process.umask(0o077); // what this program and the stream's server write is for this user only
if (args[0] === GUARD_COMMAND) await runGuard(args.slice(1));
if (args[0] === "serve") tuneRuntime(processEnvironment(), args);

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

/** Workers are named here, because paths inside the executable begin where this file is. */
const WORKERS: Readonly<Record<WorkerName, string>> = {
  engine: "./appliance/engine/engine-worker.ts",
  reader: "./answers/read-worker.ts",
  keys: "./appliance/keys/keys-worker.ts",
};

/** The operating system shows the thread by the same name. */
function startWorker(name: WorkerName): Worker {
  return new Worker(new URL(WORKERS[name], import.meta.url).href, { name });
}

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
process.exit(exitCode);
