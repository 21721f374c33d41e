import { describe, expect, test } from "bun:test";
import { countWritten, findPath, type PathIndex, rememberPath } from "../../src/turns/files.ts";
import { readTool } from "../../src/turns/work.ts";
import { edit, shell } from "./events.ts";

describe("a path index", () => {
  test("finds a path by any spelling that is the same, and keeps the first", () => {
    const index: PathIndex = new Map();
    expect(findPath(index, "src/a.ts")).toBeNull();
    expect(rememberPath(index, "src/a.ts")).toBe("src/a.ts");
    expect(rememberPath(index, "/repo/src/a.ts")).toBe("src/a.ts");
    expect(findPath(index, "a.ts")).toBe("src/a.ts");
    expect(findPath(index, "lib/a.ts")).toBeNull();
    expect(findPath(index, "src/ba.ts")).toBeNull();
  });
});

describe("written files", () => {
  const readings = [
    edit(1, "src/a.ts"),
    edit(2, "dist/a.js"),
    edit(3, null, { files: [{ path: null, added: null, removed: null }] }),
    shell(4, "sed -i s/a/b/ src/b.ts", { exitCode: 0 }),
  ].map(readTool);

  test("come from edit tools, generated ones only when all are asked for", () => {
    expect(countWritten(readings, "all")).toEqual({ filesTouched: 3, addedLines: 6, removedLines: 2 });
    expect(countWritten(readings, "by_hand")).toEqual({ filesTouched: 2, addedLines: 3, removedLines: 1 });
  });

  test("have no known lines when no edit reports any, and none without an edit", () => {
    expect(countWritten(readings.slice(2, 3), "all")).toMatchObject({ addedLines: null, removedLines: null });
    expect(countWritten([], "all")).toEqual({ filesTouched: 0, addedLines: 0, removedLines: 0 });
  });
});
