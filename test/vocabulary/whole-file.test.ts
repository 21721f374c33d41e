import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UNFINISHED, writeWholeFile } from "../../src/vocabulary/whole-file.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "whole-"));
  path = join(folder, "file");
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("a file that is written whole", () => {
  test("stays as it was when the new one cannot be written", async () => {
    writeFileSync(path, "before");
    mkdirSync(`${path}${UNFINISHED}`);
    await expect(writeWholeFile(path, "after")).rejects.toThrow();
    expect(readFileSync(path, "utf8")).toBe("before");
  });

  test("is there with its name only, for this user only", async () => {
    await writeWholeFile(path, "text");
    expect(readdirSync(folder)).toEqual(["file"]);
    expect(readFileSync(path, "utf8")).toBe("text");
    expect(modeOf(path)).toBe(0o600);
  });

  test("takes the place of another one, and of what a crash left half-written for all to read", async () => {
    writeFileSync(path, "longer than the new one");
    writeFileSync(`${path}${UNFINISHED}`, "half of something long");
    chmodSync(`${path}${UNFINISHED}`, 0o644);
    await writeWholeFile(path, Uint8Array.of(1, 2), 0o700);
    expect([...readFileSync(path)]).toEqual([1, 2]);
    expect(modeOf(path)).toBe(0o700);
  });
});
