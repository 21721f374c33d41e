/** What root does to a data directory that another user serves. */
import { localStores } from "../../src/stores.ts";
import { afterAll, describe, expect, test } from "bun:test";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUp } from "../../src/appliance/backup/back-up.ts";
import { restore } from "../../src/appliance/backup/restore.ts";
import { holdDirectory } from "../../src/appliance/directory.ts";
import { isBackedUp } from "../../src/database/lock.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { dataDirectory } from "../cli/command-line.ts";
import { scoring } from "../cli/in-process.ts";
import { isSkipped } from "../skipped.ts";

const SERVICE = 12_345;
const parts = { clock: systemClock, report: () => {} };
const folder = mkdtempSync(join(tmpdir(), "owners-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a directory as a server left it that ran as another user. */
async function servedByOther(): Promise<string> {
  const { directory } = await dataDirectory();
  (await holdDirectory(directory)).release();
  for (const file of readdirSync(directory)) chownSync(join(directory, file), SERVICE, SERVICE);
  chownSync(directory, SERVICE, SERVICE);
  return directory;
}

function ownersIn(directory: string): number[] {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return [...new Set(["", ...names].map((name) => statSync(join(directory, name)).uid))];
}

describe.skipIf(isSkipped(process.getuid?.() === 0, "root"))("root", () => {
  test("is refused to serve it and to purge in it, and leaves nothing there", async () => {
    const directory = await servedByOther();
    const before = readdirSync(directory);
    const refusal = `belongs to another user (number ${SERVICE}), and root would leave files there`;
    await expect(holdDirectory(directory)).rejects.toThrow(refusal);
    const purge = await scoring(["purge", "--developer", "ada@example.com", "--data-dir", directory]);
    expect([purge.code, purge.err]).toEqual([1, expect.stringContaining(`sudo -u '#${SERVICE}' scoring`)]);
    expect(readdirSync(directory)).toEqual(before);
  });

  test("may serve in another user's folder what root made there", async () => {
    const directory = join(folder, "mounted");
    mkdirSync(directory);
    chownSync(directory, SERVICE, SERVICE);
    for (const _ of ["first", "later"]) {
      (await holdDirectory(directory)).release();
      writeFileSync(join(directory, "scoring.db"), "");
    }
    expect(statSync(join(directory, "scoring.db")).uid).toBe(0);
  });

  test("may make a backup, after which the server's user can still look at its lock", async () => {
    const directory = await servedByOther();
    await backUp(localStores(directory), join(folder, "whole.tar"), parts);
    expect(ownersIn(directory)).toEqual([SERVICE]);
    expect(isBackedUp(directory)).toBe(false);
  });

  test("restores for the user whose folder it is", async () => {
    const directory = await servedByOther();
    await backUp(localStores(directory), join(folder, "lost.tar"), parts);
    const theirs = join(folder, "theirs");
    mkdirSync(theirs);
    chownSync(theirs, SERVICE, SERVICE);
    await restore(join(theirs, "data"), join(folder, "lost.tar"), { ...parts, purges: null });
    expect(ownersIn(join(theirs, "data"))).toEqual([SERVICE]);
  });
});
