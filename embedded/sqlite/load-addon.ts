/** Loads SQLite's addon out of the executable and leaves no file behind; only the executable imports this. */
import {
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Threads of a process find the file by it. */
const NAME = `sqlite-of-${process.pid}.node`;

/**
 * Loads the addon into this thread.
 *
 * The file is unpacked by the first thread that asks, and has no name any more when it is loaded. It stays open as long
 * as the process runs, because all threads have to load the very same file: SQLite knows the locks of a process only
 * within one copy of itself, and with two the threads would end each other's locks on the database.
 *
 * @param packed - The path of the addon inside the executable.
 */
export function loadAddon(packed: string): unknown {
  const addon = { exports: {} };
  process.dlopen(addon, `/proc/self/fd/${findOpened() ?? unpack(packed)}`);
  return addon.exports;
}

/** Returns the file of the thread that was first; null for the first. */
function findOpened(): string | null {
  const wanted = `/${NAME} (deleted)`;
  return readdirSync("/proc/self/fd").find((file) => linkOf(file)?.endsWith(wanted)) ?? null;
}

/** Returns null for a file that was closed since. */
function linkOf(file: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return null;
  }
}

function unpack(packed: string): number {
  // in a folder of its own: in a folder that all share another user could be there first with the file's name
  const folder = mkdtempSync(join(process.env["BUN_TMPDIR"] ?? tmpdir(), "scoring-"));
  try {
    const path = join(folder, NAME);
    writeFileSync(path, readFileSync(packed));
    return openSync(path, "r");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
