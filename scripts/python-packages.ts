/** Packages from PyPI in an environment of their own, brought once. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Which packages, and where they are. */
export interface Wanted {
  /** A folder only for them, named for their versions. */
  folder: string;
  /** Versions by the names of packages. */
  versions: Readonly<Record<string, string>>;
  /** More of pip's flags. */
  flags?: readonly string[];
}

/** Returns the Python that has them, or why they cannot be had here. */
export function obtainPackages({
  folder,
  versions,
  flags = [],
}: Wanted): { python: string } | { reason: string } {
  const python = join(folder, "bin/python");
  const done = join(folder, "complete");
  if (existsSync(done)) return { python };
  const made = Bun.spawnSync(["python3", "-m", "venv", "--clear", folder]);
  if (made.exitCode !== 0) return { reason: `no Python environment: ${lastLine(made)}` };
  const packages = Object.entries(versions).map(([name, version]) => `${name}==${version}`);
  const pip = [python, "-m", "pip", "install", "--quiet", "--retries", "1", ...flags];
  const installed = Bun.spawnSync([...pip, ...packages]);
  if (installed.exitCode !== 0) return { reason: `PyPI did not give it: ${lastLine(installed)}` };
  Bun.spawnSync(["touch", done]);
  return { python };
}

function lastLine({ stdout, stderr }: Bun.SyncSubprocess<"pipe", "pipe">): string {
  return `${stdout.toString()}\n${stderr.toString()}`.trim().split("\n").at(-1) ?? "";
}
