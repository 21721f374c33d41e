/** Ends a server that an earlier, killed run left behind, before a new one opens the same store. */
import { readFile } from "node:fs/promises";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { commandLineOf } from "./command-line.ts";
import { configFileOf, pidFileOf } from "./server-config.ts";

const POLL_MS: Milliseconds = 10;

/**
 * Finds the leftover by its process id and ends it.
 *
 * @returns The id of the ended process, null when there was none. A process that only reuses the id stays
 *   untouched.
 */
export async function endLeftoverServer(directory: string): Promise<number | null> {
  const pid = await killServerOf(directory);
  while (pid !== null && (await isServerOf(pid, directory))) await Bun.sleep(POLL_MS);
  return pid;
}

/**
 * Kills the server that runs on the directory.
 *
 * @returns Its id, null when none runs.
 */
export async function killServerOf(directory: string): Promise<number | null> {
  const pid = await readPid(pidFileOf(directory));
  if (pid === null || !(await isServerOf(pid, directory))) return null;
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return pid;
}

/** It may die between the look and the kill. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}

async function readPid(path: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(path, "utf8"), 10);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

// the configuration file is the last argument of a server, and of no other program that happens to name the directory
async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const [flag, path] = (await commandLineOf(pid)).slice(-2);
  return flag === "--config" && path === configFileOf(directory);
}
