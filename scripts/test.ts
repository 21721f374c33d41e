/**
 * Runs tests, as many at once as there are cores:
 *
 *   scripts/run run test                 those that uncommitted changes reach; without any, the last commit's
 *   scripts/run run test test/turns      a folder or a file
 *   scripts/run run test:quick           all that start no process
 *   scripts/run run test:all             all: those, then the others, the slowest file first
 *
 * The first runs tests that start a server, a program or a browser only if they were changed themselves, and always
 * those that read the project's files.
 * With --timings the time of each file is kept in .ci/timings.json, and the slowest ones are printed; --since COMMIT
 * takes what changed since then.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine, text, toggle } from "./flags.ts";
import { COMPILED_SELDOM } from "./tests/compilers.ts";
import { kindOf, READING_THE_PROJECT, SLOW_FOLDERS } from "./tests/kinds.ts";
import { describeTimings, TIMINGS } from "./tests/timings.ts";

const ROOT = join(import.meta.dir, "..");
/** For one test on a busy machine. */
const PATIENCE_MS = 600_000;
/** For tests that start servers, programs and browsers: they wait about as often as they compute. */
const SLOW_WORKERS = 2 * availableParallelism() + 2;

const { values, operands } = readCommandLine(
  { quick: toggle(), all: toggle(), timings: toggle(), since: text(null) },
  ["FILES", "FILES", "FILES", "FILES", "FILES", "FILES", "FILES", "FILES"],
);
const withoutSlow = Object.values(SLOW_FOLDERS).flatMap((folders) =>
  folders.map((folder) => `--path-ignore-patterns=${folder}/**`),
);
process.exitCode = run();
if (values.timings) process.stdout.write(describeTimings());

/** Returns the exit code. */
function run(): number {
  if (operands.length > 0) return runTests(["--parallel", ...operands]);
  if (values.all) return runAll();
  if (values.quick) return runQuick();
  const since = values.since ?? (git("status", "--porcelain") === "" ? "HEAD~1" : "HEAD");
  const slow = changedSince(since).filter((path) => path.endsWith(".test.ts") && kindOf(path) !== "quick");
  const code = runQuick(`--changed=${since}`);
  return Math.max(code, runTests(["--parallel", ...READING_THE_PROJECT, ...slow]));
}

/** The executable is built for tests that start the program. */
function runAll(): number {
  const built = Bun.spawnSync([process.execPath, "scripts/build.ts", "--unless-built"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (!built.success) return built.exitCode;
  const timed = [`--timings=${TIMINGS}`, ...(values.timings ? ["--update-timings"] : [])];
  return Math.max(runQuick(...timed), runSlow(...timed));
}

function runSlow(...more: string[]): number {
  const flags = [`--parallel=${SLOW_WORKERS}`, ...more];
  return runSharing([...flags, ...Object.values(SLOW_FOLDERS).flat()], {
    TESTED_EXECUTABLE: join(ROOT, "scoring"),
  });
}

/** Those that start nothing. */
function runQuick(...more: string[]): number {
  return runSharing(["--parallel", "--pass-with-no-tests", ...withoutSlow, ...more]);
}

/** Files that a process runs share its modules and a folder, which saves loading the modules for each file. */
function runSharing(more: readonly string[], environment: Record<string, string> = {}): number {
  const folder = mkdtempSync(join(tmpdir(), "scoring-tests-"));
  try {
    return runTests(["--no-isolate", ...more], { TESTS_SHARE_FOLDER: folder, ...environment });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTests(more: readonly string[], environment: Record<string, string> = {}): number {
  const command = [process.execPath, "test", `--timeout=${PATIENCE_MS}`, ...more];
  const env = { ...COMPILED_SELDOM, ...process.env, ...environment };
  return Bun.spawnSync(command, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] }).exitCode;
}

/** Returns the files that are there and differ, new ones too. */
function changedSince(commit: string): string[] {
  const differing = git("diff", "--name-only", commit).split("\n");
  const added = git("ls-files", "--others", "--exclude-standard").split("\n");
  return [...differing, ...added].filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

function git(...args: string[]): string {
  const asked = Bun.spawnSync(["git", ...args], { cwd: ROOT });
  if (!asked.success) throw new Error(asked.stderr.toString());
  return asked.stdout.toString();
}
