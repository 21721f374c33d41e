import { describe, expect, test } from "bun:test";
import { isGenerated, isSamePath, namedPaths } from "../../../src/turns/wording/paths.ts";
import { goldenCases } from "../../golden/cases.ts";

describe("paths a text names", () => {
  for (const { input, output } of goldenCases<{ prompt: string }, { paths: string[] }>("text")) {
    test(`in the golden prompt: ${input.prompt}`, () => {
      expect(namedPaths(input.prompt)).toEqual(output.paths);
    });
  }
  test("are no addresses, products, choices or bare slashes", () => {
    expect(namedPaths("https://a.dev/b.ts Next.js and/or in / out // the makefile")).toEqual([]);
  });
  test("are cut free of quotes, brackets and closing punctuation", () => {
    expect(namedPaths("see (`a.ts`), “b.py”; 'c.go'! d.rs:10:3.")).toEqual(["a.ts", "b.py", "c.go", "d.rs"]);
  });
  test("may be folders: from a root, two deep, or in a listed one", () => {
    expect(namedPaths("/etc/hosts ~/notes ../x a/b/c docs/guide")).toEqual([
      "/etc/hosts",
      "~/notes",
      "../x",
      "a/b/c",
      "docs/guide",
    ]);
  });
  test("may be listed file names, with a capital or inside a folder", () => {
    expect(namedPaths("Makefile deploy/dockerfile makefile")).toEqual(["Makefile", "deploy/dockerfile"]);
  });
  test("count once", () => {
    expect(namedPaths("a.ts, ./a.ts and a.ts:7")).toEqual(["a.ts"]);
  });
});

describe("two paths", () => {
  test("are not the same when only letters at the end agree", () => {
    expect(isSamePath("src/mycart.ts", "cart.ts")).toBe(false);
  });
  test("are the same when one is the other's end at a slash", () => {
    expect(isSamePath("/home/dev/shop/src/cart.ts", "src/cart.ts")).toBe(true);
    expect(isSamePath("cart.ts", "src/cart.ts")).toBe(true);
  });
});

describe("generated files", () => {
  test("are not those that only sound like it", () => {
    expect(isGenerated("src/builder/lock.ts")).toBe(false);
  });
  test("are lock files, build folders and compiled ones", () => {
    for (const path of ["bun.lock", "web/dist/a.js", "a/package-lock.json", "x_pb2.py", "y.min.css"]) {
      expect(isGenerated(path)).toBe(true);
    }
  });
});
