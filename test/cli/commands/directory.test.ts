/** Commands that change a data directory look first whether it is one that they can work with. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataDirectory } from "../command-line.ts";
import { scoring } from "../in-process.ts";

const COMMANDS = [
  ["purge", "--developer", "ada@example.com"],
  ["rescore", "--from", "2026-01-01T00:00:00Z"],
];

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "directory-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(COMMANDS)("scoring %s", (...command) => {
  test("leaves a folder that holds no database as it is", async () => {
    const { code, err } = await scoring([...command, "--data-dir", folder]);
    expect([code, readdirSync(folder)]).toEqual([1, []]);
    expect(err).toContain("scoring.db does not exist. Start the server once");
  });

  test("leaves a directory that is half restored as it is", async () => {
    const { directory } = await dataDirectory();
    writeFileSync(join(directory, "format"), "restoring\n");
    const before = readdirSync(directory);
    const { code, err } = await scoring([...command, "--data-dir", directory]);
    expect([code, readdirSync(directory)]).toEqual([1, before]);
    expect(err).toContain("holds half of a backup");
    rmSync(directory, { recursive: true });
  });
});
