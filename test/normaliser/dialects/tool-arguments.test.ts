/** Tools' names and arguments. */
import { describe, expect, test } from "bun:test";
import {
  commandIn,
  isEditTool,
  isShellTool,
  lastLines,
  member,
  parseJson,
  pathIn,
  stringsIn,
} from "../../../src/normaliser/dialects/tool-arguments.ts";

describe("tool arguments", () => {
  test("that are no JSON stay text", () => {
    expect([parseJson("*** Begin Patch"), parseJson(undefined), parseJson('{"a":1}')]).toEqual([
      "*** Begin Patch",
      null,
      { a: 1 },
    ]);
  });

  test("have only members of the object itself", () => {
    expect([
      member('{"a":1}', "a"),
      member({ a: 1 }, "toString"),
      member([1], "0"),
      member(null, "a"),
    ]).toEqual([1, null, null, null]);
  });

  test("give every string in them, nested ones too, but no keys", () => {
    expect(stringsIn({ a: "x", b: ["y", 1, { c: "z", d: "" }], e: null })).toEqual(["x", "y", "z"]);
  });

  test("hold a command as text or as words, which are quoted where a shell needs it", () => {
    expect(commandIn({ cmd: "ls -la" })).toBe("ls -la");
    expect(commandIn({ command: ["git", "commit", "-m", "it's done"] })).toBe(
      "git commit -m 'it'\\''s done'",
    );
    expect([commandIn({ command: "" }), commandIn("ls"), commandIn(null)]).toEqual([null, null, null]);
  });

  test("hold the path of an edit under one of several names", () => {
    expect([pathIn({ filePath: "a" }), pathIn({ notebook_path: "b" }), pathIn({ pattern: "c" })]).toEqual([
      "a",
      "b",
      null,
    ]);
  });
});

describe("tools", () => {
  test("that run commands or edit files are known by name", () => {
    expect([isShellTool("run_shell_command"), isShellTool("read_file")]).toEqual([true, false]);
    expect([isEditTool("MultiEdit"), isEditTool("glob")]).toEqual([true, false]);
  });

  test("keep the last 40 lines of their output", () => {
    const output = Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n");
    expect(lastLines(`${output}\n`)?.split("\n")).toHaveLength(40);
    expect(lastLines(`${output}\n`)?.endsWith("line 49")).toBe(true);
    expect(lastLines(null)).toBeNull();
  });
});
