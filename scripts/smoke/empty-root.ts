/** A root directory in which there is nothing to call: the executable, the libraries it loads, /proc and /dev. */
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Place } from "./life.ts";

/** The executable unpacks it, and with it come libraries of the system that the executable does not link itself. */
const ADDON = join(import.meta.dir, `../../node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`);

const ENTER = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"`;

/** Returns null when this user may make one. */
export function whyNoEmptyRoot(): string | null {
  if (process.platform !== "linux") return "only Linux can be asked for a root of one's own";
  for (const program of ["unshare", "chroot", "ldd"])
    if (Bun.which(program) === null) return `there is no ${program} here`;
  if (process.getuid?.() !== 0) return "only root may";
  const tried = Bun.spawnSync(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], {
    stderr: "pipe",
  });
  return tried.success
    ? null
    : `this machine gives no mounts of one's own: ${tried.stderr.toString().trim()}`;
}

/**
 * Makes the root.
 *
 * @returns How to live in it.
 */
export async function emptyRoot(root: string, executable: string): Promise<Place> {
  for (const name of ["proc", "dev", "tmp"]) await mkdir(join(root, name), { recursive: true });
  await copyFile(executable, join(root, "scoring"));
  for (const library of new Set([executable, ADDON].flatMap(librariesOf))) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await copyFile(library, join(root, library));
  }
  return {
    // each step executes the next in the same process, which a signal therefore meets
    command: ["unshare", "--mount", "sh", "-c", ENTER, root, "/scoring"],
    directory: "/data",
    seenFromHere: join(root, "data"),
    workingDirectory: root,
    // PATH is for unshare and chroot themselves: none of its folders exists in the new root
    environment: { PATH: Bun.env["PATH"] ?? "", HOME: "/" },
  };
}

function librariesOf(binary: string): string[] {
  const listed = Bun.spawnSync(["ldd", binary]).stdout.toString();
  return [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path ?? "");
}
