/**
 * Runs a command in a network that counts what is sent to other machines, and fails when anything was:
 *
 *   scripts/run scripts/watched.ts bun run test:all
 *
 * Where no such network can be made it says so and runs the command as it is.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inWatchedNetwork, sentOut, whyNoWatchedNetwork } from "./smoke/watched-network.ts";

/** Says that the network was entered. */
const INSIDE = "--inside";

const [first = "", ...others] = process.argv.slice(2);
process.exitCode = first === INSIDE ? await watch(others) : await enter([first, ...others]);

async function enter(command: readonly string[]): Promise<number> {
  if (command[0] === "") {
    process.stderr.write("scripts/watched.ts: name the command to run\n");
    return 2;
  }
  const why = whyNoWatchedNetwork();
  if (why !== null) {
    process.stdout.write(`what is sent to other machines is not counted: ${why}\n`);
    return run(command);
  }
  const folder = mkdtempSync(join(tmpdir(), "watched-"));
  try {
    return await run(inWatchedNetwork(folder, [process.execPath, import.meta.path, INSIDE, ...command]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function watch(command: readonly string[]): Promise<number> {
  const before = await sentOut();
  const code = await run(command);
  const packets = (await sentOut()) - before;
  process.stdout.write(`${packets} packets were sent to other machines than this one\n`);
  return packets === 0 ? code : 1;
}

async function run(command: readonly string[]): Promise<number> {
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "inherit", stderr: "inherit" });
  return child.exited;
}
