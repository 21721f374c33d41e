/** Starts the program: does first what must come before the rest of it is loaded, which takes most of a start. */
import type { WorkerName } from "./appliance/appliance.ts";
import { tuneRuntime } from "./cli/runtime.ts";
import { processEnvironment } from "./settings/environment.ts";
import { GUARD_COMMAND, runGuard } from "./stream/server/guard.ts";

const args = process.argv.slice(2);
process.umask(0o077); // what this program and the stream's server write is for this user only
if (args[0] === GUARD_COMMAND) await runGuard(args.slice(1));
if (args[0] === "serve") tuneRuntime(processEnvironment(), args);

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

const { runProgram } = await import("./program.ts");
process.exit(await runProgram(args, startWorker));
