/** Every bench starts; those that take a moment with little to do are run to their end. What they measure is not looked at. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../sources.ts";

const BENCHES = [...new Bun.Glob("scripts/bench/*.ts").scanSync({ cwd: ROOT })]
  .filter((path) => readFileSync(join(ROOT, path), "utf8").includes("= readFlags("))
  .toSorted();

/** The executable starts in half the time; what benches start from the sources is held by live-bench.test.ts. */
const PROGRAM = Bun.env["TESTED_EXECUTABLE"] === undefined ? [] : ["--executable"];
/** With the least that each takes. */
const SMALL: Record<string, readonly string[]> = {
  "scripts/bench/history-import.ts": ["--sub-sessions", "10", ...PROGRAM],
  "scripts/bench/rightsizing.ts": ["--teams", "1", "--turns", "100", "--rounds", "1"],
  "scripts/bench/team-day.ts": ["--copies", "1", ...PROGRAM],
  "scripts/bench/usage.ts": ["--turns", "100", "--rounds", "1"],
};
/** It needs no folder, and takes a minute with the least; test/scores/fairness.test.ts holds what it measures. */
const WITHOUT_FOLDER = "scripts/bench/fairness.ts";

const folder = mkdtempSync(join(tmpdir(), "benches-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(bench: string, ...flags: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([process.execPath, bench, ...flags], { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, said: out + error };
}

test.each(BENCHES.filter((bench) => bench !== WITHOUT_FOLDER && !(bench in SMALL)))(
  "%s begins, and ends where it can have no folder",
  async (bench) => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const { code, said } = await run(bench, "--dir", join(file, "none"));
    expect(said).toContain("ENOTDIR");
    expect(code).toBe(1);
  },
);

test.each(Object.entries(SMALL))("%s ends with little to do", async (bench, flags) => {
  const { code, said } = await run(bench, ...flags, "--dir", folder);
  expect(said).not.toContain("Error");
  expect(code).toBe(0);
});

test("the bench that needs no folder reads its flags", async () => {
  expect(await run(WITHOUT_FOLDER, "--none")).toMatchObject({ code: 2 });
});
