/** The project's own files as text, for the tests that hold its order: imports, words, sizes. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Where the project is on this machine. */
export const ROOT = join(import.meta.dir, "..");

/** One TypeScript file under src/. */
export interface Source {
  /** From the project's root: "src/turns/assemble.ts". */
  path: string;
  /** The text as it is. */
  text: string;
  /** The text without comments, so that a comment may speak of what the code may not do. */
  code: string;
  /** What it imports, types and dynamic imports too: paths from the root, packages by name. */
  imports: string[];
}

/** Every file that git tracks, or would track if it were added. */
export function projectFiles(): string[] {
  const listed = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
  });
  if (listed.exitCode !== 0)
    throw new Error("these tests read the list of files from git; run them in a clone");
  const paths = listed.stdout.toString().split("\0");
  return [...new Set(paths)].filter((path) => path !== "" && isPresent(path)).sort();
}

function isPresent(path: string): boolean {
  return Bun.file(join(ROOT, path)).size > 0;
}

/** The text of one of the project's files. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Every TypeScript file under src/. */
export function readSources(): Source[] {
  return projectFiles()
    .filter((path) => path.startsWith("src/") && path.endsWith(".ts"))
    .map(readSource);
}

/** Every TypeScript file of the dashboard. */
export function readDashboard(): Source[] {
  return projectFiles()
    .filter((path) => /^embedded\/dashboard\/.+\.tsx?$/.test(path))
    .map(readSource);
}

/** Every TypeScript file under scripts/. */
export function readScripts(): Source[] {
  return projectFiles()
    .filter((path) => /^scripts\/.+\.ts$/.test(path))
    .map(readSource);
}

function readSource(path: string): Source {
  const text = readText(path);
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code) };
}

/** Keeps "//" inside a URL: a comment begins a line or follows a space. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Bun's own scanner drops `import type`, and types obey the order too. */
function importsOf(path: string, code: string): string[] {
  const statements = code.matchAll(
    /(?:^|\n)(?:import|export)\s[^;]*?from\s+"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"/g,
  );
  const names = [...statements].map(([, from, bare]) => from ?? bare ?? "");
  return names.map((name) => (name.startsWith(".") ? normalize(join(dirname(path), name)) : name));
}
