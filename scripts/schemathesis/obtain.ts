/** Brings Schemathesis from PyPI into .tools, once. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const VERSION = "4.32.5";
const FOLDER = join(import.meta.dir, "../../.tools", `schemathesis-${VERSION}`);

/** Gives: the program's path, or why it cannot be had here. */
export function obtainSchemathesis(): { path: string } | { reason: string } {
  const path = join(FOLDER, "bin/schemathesis");
  if (existsSync(path)) return { path };
  const made = Bun.spawnSync(["python3", "-m", "venv", "--clear", FOLDER]);
  if (made.exitCode !== 0) return { reason: `no Python environment: ${lastLine(made)}` };
  const pip = [join(FOLDER, "bin/python"), "-m", "pip", "install", "--quiet", "--retries", "1"];
  const installed = Bun.spawnSync([...pip, `schemathesis==${VERSION}`]);
  if (installed.exitCode !== 0) return { reason: `PyPI did not give it: ${lastLine(installed)}` };
  return { path };
}

function lastLine({ stdout, stderr }: Bun.SyncSubprocess<"pipe", "pipe">): string {
  return `${stdout.toString()}\n${stderr.toString()}`.trim().split("\n").at(-1) ?? "";
}
