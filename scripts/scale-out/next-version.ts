/** Builds the program as another version of it, for an upgrade. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");
/** What the build reads. */
const PARTS = [
  "src",
  "scripts",
  "embedded",
  "docs",
  ".gitignore",
  "bun.lock",
  "bunfig.toml",
  "tsconfig.json",
];
const NOTICES = [
  "LICENSE",
  "THIRD-PARTY-NOTICES.md",
  "CHANGELOG.md",
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
];

/** The version that the copy has. */
export const NEXT_VERSION = "99.0.0";

/**
 * Copies the checkout with another version number and builds that.
 *
 * @param folder - For the copy, which is replaced when it is there.
 * @returns The path of the executable.
 */
export async function buildNextVersion(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of [...PARTS, ...NOTICES])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const declared = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as object;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...declared, version: NEXT_VERSION }));
  const linked = Bun.spawnSync(["cp", "-al", join(ROOT, "node_modules"), join(folder, "node_modules")]);
  if (!linked.success) cpSync(join(ROOT, "node_modules"), join(folder, "node_modules"), { recursive: true });
  const built = Bun.spawn([process.execPath, "scripts/build.ts"], {
    cwd: folder,
    stdout: "ignore",
    stderr: "pipe",
  });
  const complaint = await built.stderr.text();
  if ((await built.exited) !== 0) throw new Error(`building ${NEXT_VERSION}: ${complaint}`);
  return join(folder, "scoring");
}
