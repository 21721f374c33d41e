/** What the test files of one run use together, in all of its processes: the first that asks for it starts it. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compilersHere } from "../../scripts/tests/compilers.ts";
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import type { Kept } from "./keep.ts";

/** Says in a keeper of which run it is, because a keeper may need what another one keeps. */
export const RUN_OF_KEEPER = "TESTS_OF_RUN";

const KEEPER = join(import.meta.dir, "keep.ts");

/** `bun test --parallel` is the parent of the processes that run the files; without it one process runs all of them. */
const RUN =
  Bun.env[RUN_OF_KEEPER] ?? `${Bun.env["BUN_TEST_WORKER_ID"] === undefined ? process.pid : process.ppid}`;

/** The demo sends nine weeks of work and waits for the scores. */
export const KEEPER_PATIENCE_MS: Milliseconds = 600_000;
const LOOK_EVERY_MS: Milliseconds = 20;

/**
 * Returns what is kept under that name, once it runs. It goes on running until the run has ended, however that ends.
 *
 * @throws When it could not be started, with the reason; or when it takes too long.
 */
export async function ofThisRun<Name extends keyof Kept>(name: Name): Promise<Kept[Name]> {
  // the temporary folder of this process is removed with it
  const folder = join(dirname(tmpdir()), `scoring-tests-${RUN}-${name}`);
  if (isFirst(folder)) startKeeper(name, folder);
  const giveUpAt = performance.now() + KEEPER_PATIENCE_MS;
  while (!existsSync(join(folder, "ready.json"))) {
    if (existsSync(join(folder, "failed"))) throw new Error(readFileSync(join(folder, "failed"), "utf8"));
    if (performance.now() > giveUpAt) throw new Error(`${name} was not ready in ${KEEPER_PATIENCE_MS} ms`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return JSON.parse(readFileSync(join(folder, "ready.json"), "utf8")) as Kept[Name];
}

/** Only one process can make the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Starts it in a new session of processes, so that an interrupt of the terminal does not reach it, and through a process that
 * ends at once: `bun test` ends the children of its own processes after a test that took too long.
 */
const DETACH = `const [command, log, ...args] = process.argv.slice(1);
  const out = require("node:fs").openSync(log, "a");
  require("node:child_process").spawn(command, args, { detached: true, stdio: ["ignore", out, out] }).unref();`;

function startKeeper(name: string, folder: string): void {
  const command = [process.execPath, join(folder, "log"), KEEPER, name, folder, RUN];
  const env = {
    PATH: Bun.env["PATH"] ?? "",
    HOME: folder,
    TMPDIR: folder,
    [RUN_OF_KEEPER]: RUN,
    ...compilersHere(),
  };
  const started = Bun.spawnSync([process.execPath, "-e", DETACH, ...command], { env });
  if (!started.success) throw new Error(`${name} could not be started: ${started.stderr.toString()}`);
}
