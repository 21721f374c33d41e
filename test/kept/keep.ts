/**
 * Starts one thing for all test files of a run, writes where it is, and ends it when the run has ended:
 *
 *   bun test/kept/keep.ts NAME FOLDER PID
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { WorkerName } from "../../src/appliance/appliance.ts";
import type { ShownDemo } from "../../src/demo/run.ts";

/** What a run may keep, by name, as the tests read it. */
export interface Kept {
  /** An appliance from the source, with the settings of tests, in which each test makes its organizations. */
  appliance: { url: string; directory: string };
  /** One whose engine's clock is a day ahead, so that what is sent now is over. */
  later: { url: string; directory: string };
  /** One that stores everything as it was sent. */
  receiver: { url: string; directory: string };
  /** The files of the appliance's threads, each packed into one, which loads in a third of the time. */
  workers: Readonly<Record<WorkerName | "engineAhead", string>>;
  /** A demo with nine weeks of work, what it printed, and a backup of it to serve where a test changes something. */
  demo: { url: string; key: string; shown: ShownDemo; backup: string };
  /** A server that has received nothing. */
  server: { url: string; keys: { admin: string; member: string } };
}

const ROOT = join(import.meta.dir, "../..");

interface Started<Name extends keyof Kept> {
  kept: Kept[Name];
  stop(): Promise<void>;
}

const STARTS: { [Name in keyof Kept]: (folder: string, signal: AbortSignal) => Promise<Started<Name>> } = {
  async appliance() {
    const { startTestAppliance } = await import("../appliance/running.ts");
    const { url, directory, stop } = await startTestAppliance();
    return { kept: { url, directory }, stop };
  },
  async later() {
    const { LATER_MS, startTestAppliance } = await import("../appliance/running.ts");
    const { url, directory, stop } = await startTestAppliance({ engineClockAheadMs: LATER_MS });
    return { kept: { url, directory }, stop };
  },
  async receiver() {
    const { startTestAppliance } = await import("../appliance/running.ts");
    const { SETTINGS_OF_RECEIVERS } = await import("../ingest/receiver.ts");
    const { url, directory, stop } = await startTestAppliance({ settings: SETTINGS_OF_RECEIVERS });
    return { kept: { url, directory }, stop };
  },
  async workers() {
    // in the checkout, so that packages are found that cannot be packed
    const outdir = join(ROOT, `.tools/workers-of-${run}`);
    const sources = {
      engine: "src/appliance/engine/engine-worker",
      engineAhead: "test/appliance/engine-ahead",
      reader: "src/answers/read-worker",
      keys: "src/appliance/keys/keys-worker",
    };
    const entrypoints = Object.values(sources).map((path) => join(ROOT, `${path}.ts`));
    const stop = () => Promise.resolve(rmSync(outdir, { recursive: true, force: true }));
    const naming = "[name].[ext]";
    // the second one's parts have to be loaded in order, which a CommonJS file does not keep
    const external = ["better-sqlite3", "@simplewebauthn/server"];
    // compiled before they run, which Bun does for CommonJS only: they start in half the time
    const built = { target: "bun", format: "cjs", bytecode: true, sourcemap: "linked" } as const;
    await Bun.build({ entrypoints, outdir, naming, external, ...built });
    const packed = (path: string): string => pathToFileURL(join(outdir, `${basename(path)}.js`)).href;
    const { engine, engineAhead, reader, keys } = sources;
    const kept = {
      engine: packed(engine),
      engineAhead: packed(engineAhead),
      reader: packed(reader),
      keys: packed(keys),
    };
    return { kept, stop };
  },
  async demo(folder, signal) {
    const { startKeptDemo } = await import("../../scripts/browser/kept-demo.ts");
    const { runToEnd } = await import("../browser/executable.ts");
    const { url, key, shown, directory, stop } = await startKeptDemo({ signal });
    const backup = join(folder, "demo.tar");
    await runToEnd("backup", backup, "--data-dir", directory);
    return { kept: { url, key, shown, backup }, stop };
  },
  async server() {
    const { serveNewDirectory } = await import("../browser/served.ts");
    const { url, keys, remove } = await serveNewDirectory();
    return { kept: { url, keys }, stop: remove };
  },
};

const LOOK_EVERY_MS = 200;

const [name = "", folder = "", run = ""] = process.argv.slice(2);
if (!(name in STARTS)) throw new Error(`there is no ${name} to keep`);
const ended = endOf(Number(run));
try {
  const { kept, stop } = await STARTS[name as keyof Kept](folder, ended);
  writeFileSync(join(folder, "starting.json"), JSON.stringify(kept));
  renameSync(join(folder, "starting.json"), join(folder, "ready.json"));
  if (!ended.aborted) await new Promise((resolve) => ended.addEventListener("abort", resolve));
  await stop();
} catch (error) {
  writeFileSync(join(folder, "failed"), `${name} could not be started: ${String(error)}`);
  if (!ended.aborted) await new Promise((resolve) => ended.addEventListener("abort", resolve));
}
rmSync(folder, { recursive: true, force: true });
process.exit();

/** Returns a signal that is aborted when that process has ended, or this one is asked to. */
function endOf(pid: number): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  const looking = setInterval(() => {
    if (isRunning(pid)) return;
    clearInterval(looking);
    end();
  }, LOOK_EVERY_MS);
  return controller.signal;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
