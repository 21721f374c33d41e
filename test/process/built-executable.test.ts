/** What scripts/build.ts puts into the executable: SQLite's addon, which leaves no file behind, and React for production. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveAddress } from "../../scripts/serve-address.ts";
import { EXECUTABLE } from "../browser/executable.ts";

const folder = mkdtempSync(join(tmpdir(), "addon-"));
const temporary = join(folder, "temporary");
const directory = join(folder, "data");
mkdirSync(temporary);
afterAll(() => rmSync(folder, { recursive: true }));

/** The files of the addon that a process has in memory; each copy of it is a file of its own. */
function copiesIn(pid: number): Set<string | undefined> {
  const mapped = readFileSync(`/proc/${pid}/maps`, "utf8").split("\n");
  return new Set(mapped.filter((line) => line.includes("sqlite-of-")).map((line) => line.split(/\s+/)[4]));
}

describe("scoring serve", () => {
  test("leaves nothing in the temporary folder, not when it is killed either, and has one copy of SQLite", async () => {
    const child = Bun.spawn([EXECUTABLE, "serve", "--data-dir", directory, "--listen", "127.0.0.1:0"], {
      env: { PATH: Bun.env["PATH"] ?? "", TMPDIR: temporary },
      stdout: "pipe",
      stderr: "ignore",
    });
    try {
      const url = await serveAddress(child.stdout);
      const key = /admin (\S+)/.exec(readFileSync(join(directory, "first-keys"), "utf8"))?.[1] ?? "";
      const headers = { authorization: `Bearer ${key}` };
      // each is read by a thread of its own
      const asked = Array.from({ length: 3 }, () => fetch(`${url}/v1/admin/developers`, { headers }));
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(copiesIn(child.pid).size).toBe(1);
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      child.kill("SIGKILL");
      await child.exited;
    }
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test("a command leaves nothing in the temporary folder", () => {
  const listed = Bun.spawnSync([EXECUTABLE, "keys", "list", "--data-dir", directory], {
    env: { PATH: Bun.env["PATH"] ?? "", TMPDIR: temporary },
  });
  expect(listed.exitCode).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a report is printed by React's build for production", () => {
  // a warning of the other build
  expect(readFileSync(EXECUTABLE).includes(`should have a unique "key" prop`)).toBe(false);
});
