/**
 * Before all tests: what they leave in the temporary folder goes with them, and no quick test starts a process, except
 * git, which lists the project's files.
 */
import { afterAll, setDefaultTimeout } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { kindOf } from "../scripts/tests/kinds.ts";

/** As long as scripts/test.ts gives each test: a busy machine takes many times what a free one does. */
setDefaultTimeout(600_000);

/** Files that share a process share its folder, which scripts/test.ts removes. */
const shared = process.env["TESTS_SHARE_FOLDER"];
const folder = shared ?? mkdtempSync(join(tmpdir(), "scoring-tests-"));
// PostgreSQL runs as another user where the tests run as root
chmodSync(folder, 0o711);
process.env["TMPDIR"] = folder;

afterAll(() => {
  if (shared === undefined) rmSync(folder, { recursive: true, force: true });
});

const { spawn, spawnSync } = Bun;
Object.assign(Bun, {
  spawn(...given: Parameters<typeof spawn>) {
    refuseInQuickTest(given[0]);
    return spawn(...given);
  },
  spawnSync(...given: Parameters<typeof spawnSync>) {
    refuseInQuickTest(given[0]);
    return spawnSync(...given);
  },
});

/** @throws When the test that runs is a quick one. */
function refuseInQuickTest(started: readonly string[] | { cmd: readonly string[] }): void {
  const [program = ""] = "cmd" in started ? started.cmd : started;
  const file = relative(join(import.meta.dir, ".."), Bun.main);
  if (file.startsWith("test/") && kindOf(file) === "quick" && program !== "git")
    throw new Error(`${file} starts ${program}; such tests are in the folders of scripts/tests/kinds.ts`);
}
