import { afterAll, expect, describe, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolders, type Served, startServed } from "./served.ts";

const folder = mkdtempSync(join(tmpdir(), "private-"));
afterAll(async () => {
  await removeFolders();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything in the directory, itself included, that anybody but its owner may read, write or look into. */
function openToOthers(directory: string): string[] {
  const below = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return ["", ...below].filter((path) => (statSync(join(directory, path)).mode & 0o077) !== 0);
}

async function serveOnce(directory: string): Promise<Served> {
  const served = await startServed({ directory });
  const id = crypto.randomUUID();
  await served.send(id);
  await served.holds([id]);
  return served;
}

describe("nobody else may read what is kept", () => {
  test("in a directory that others could look into when the first start found it empty", async () => {
    const directory = join(folder, "made-before");
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    const served = await serveOnce(directory);
    expect(openToOthers(directory)).toEqual([]);
    expect(readdirSync(directory)).toContain("scoring.db-wal");
    await served.end();
  });

  test("in a directory and files that an earlier start left open", async () => {
    const directory = join(folder, "earlier");
    const earlier = await serveOnce(directory);
    await earlier.end();
    for (const name of ["", "scoring.db", "scoring.db-wal", "scoring.db-shm", "lock", "format"])
      chmodSync(join(directory, name), name === "" ? 0o755 : 0o644);
    const served = await serveOnce(directory);
    expect(openToOthers(directory)).toEqual([]);
    await served.end();
  });

  test("and a directory that holds something else keeps its own mode, but not the files in it", async () => {
    const directory = join(folder, "home");
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    writeFileSync(join(directory, "letter"), "mine", { mode: 0o644 });
    const served = await serveOnce(directory);
    expect(openToOthers(directory)).toEqual(["", "letter"]);
    await served.end();
  });
});
