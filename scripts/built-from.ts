/** From what the executable was built, so that nothing is built again while nothing of it changed. */
import { Glob } from "bun";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const NOTE = join(ROOT, "dist/built-from");
const SERVER = "embedded/nats/nats-server";
const INPUTS = [
  "{src,embedded,docs}/**/*",
  "scripts/{*build*,pack,docs/*}.ts",
  "package.json",
  "bun.lock",
  "tsconfig.json",
];

/**
 * Returns a hash of all that goes into the executable, but not of what the build itself writes.
 *
 * @param others - What else changes the executable, such as the commit that it names
 */
export function hashInputs(others: string): string {
  const written = writtenByBuild();
  const hash = createHash("sha256").update(`${Bun.version} ${others}`);
  for (const path of INPUTS.flatMap((pattern) => [...new Glob(pattern).scanSync({ cwd: ROOT })]).toSorted()) {
    if (path !== SERVER && written.some((glob) => glob.match(path))) continue;
    hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("hex");
}

/** What git ignores below embedded/. */
function writtenByBuild(): Glob[] {
  const lines = readFileSync(join(ROOT, ".gitignore"), "utf8").split("\n");
  return lines.filter((line) => line.startsWith("embedded/")).map((line) => new Glob(line));
}

/**
 * Returns whether the executable is the one that was built from these inputs, untouched since.
 *
 * @param executable - its path
 * @param inputs - as `hashInputs` returns it
 */
export function isBuiltFrom(executable: string, inputs: string): boolean {
  return (
    existsSync(executable) && existsSync(NOTE) && readFileSync(NOTE, "utf8") === note(executable, inputs)
  );
}

/** Writes down from what the executable was built. */
export async function noteBuiltFrom(executable: string, inputs: string): Promise<void> {
  await Bun.write(NOTE, note(executable, inputs));
}

function note(executable: string, inputs: string): string {
  const { size, mtimeMs } = statSync(executable);
  return `${inputs} ${size} ${mtimeMs} ${executable}\n`;
}
