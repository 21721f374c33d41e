import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEADLY, NotedAttempts, UnnotedAttempts } from "../../src/attempts/attempts.ts";
import { forgiveAttempts, openAttempts } from "../../src/attempts/open.ts";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attempts-"));
  path = join(folder, "writer.json");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** As a process does that is killed while it works on these. */
function dieAt(...things: string[]): void {
  new NotedAttempts(path, { after: "process" }).begin(things);
}

function next(): NotedAttempts {
  return new NotedAttempts(path, { after: "process" });
}

describe("the note of what is worked on", () => {
  test("that cannot be read suspects nothing", () => {
    writeFileSync(path, Buffer.alloc(100));
    expect(next().isSuspect("7")).toBe(false);
  });

  test("suspects everything that was worked on at a death, and holds it against none of them", () => {
    dieAt("7", "8");
    const after = next();
    expect([after.isSuspect("7"), after.isSuspect("8"), after.isSuspect("9")]).toEqual([true, true, false]);
    expect(after.reasonSetAside("8")).toBeNull();
  });

  test("leaves nothing of a longer note in the file", () => {
    const after = next();
    after.begin(["a session with a long name"]);
    after.begin(["7"]);
    expect(readFileSync(path, "latin1")).not.toContain("session");
  });

  test("calls deadly what was the only thing worked on at two deaths", () => {
    dieAt("7", "8");
    dieAt("8");
    expect(next().reasonSetAside("8")).toBeNull();
    dieAt("8");
    const after = next();
    expect([after.reasonSetAside("7"), after.reasonSetAside("8")]).toEqual([null, DEADLY]);
  });

  test("forgets the deaths at what was done after all", () => {
    dieAt("7");
    const after = next();
    after.begin(["7"]);
    after.done(["7"]);
    after.begin(["7"]);
    expect(next().reasonSetAside("7")).toBeNull();
  });

  test("keeps the deaths at what was not come to yet", () => {
    dieAt("8");
    const after = next();
    after.begin(["7"]);
    after.done(["7"]);
    after.begin(["8"]);
    expect(next().reasonSetAside("8")).toBe(DEADLY);
  });

  test("holds nothing against what waited, or what was broken off on purpose", () => {
    const attempts = openAttempts(folder, { isAgain: false });
    attempts.writer.begin(["7"]);
    attempts.writer.rest();
    attempts.metrics.begin(["a session"]);
    forgiveAttempts(folder);
    const after = openAttempts(folder, { isAgain: false });
    expect([after.writer.isSuspect("7"), after.metrics.isSuspect("a session")]).toEqual([false, false]);
  });

  test("holds nothing against what a thread was at that broke without the process", () => {
    openAttempts(folder, { isAgain: false }).writer.begin(["7"]);
    expect(openAttempts(folder, { isAgain: true }).writer.isSuspect("7")).toBe(false);
  });
});

describe("what fails because of what it holds", () => {
  test("is suspect with all that was worked on together, and set aside by none of them", () => {
    const attempts = new UnnotedAttempts();
    attempts.broke(["7", "8"], "a bug");
    expect([attempts.isSuspect("7"), attempts.isSuspect("8"), attempts.isSuspect("9")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([attempts.reasonSetAside("7"), attempts.reasonSetAside("8")]).toEqual([null, null]);
  });

  test("is set aside when only it fails, until it is finished", () => {
    const attempts = new UnnotedAttempts();
    attempts.broke(["7", "8"], "a bug");
    attempts.broke(["8"], "a bug");
    attempts.done(["7"]);
    expect([attempts.reasonSetAside("7"), attempts.reasonSetAside("8"), attempts.isSuspect("7")]).toEqual([
      null,
      "a bug",
      false,
    ]);
    attempts.done(["8"]);
    expect(attempts.reasonSetAside("8")).toBeNull();
  });
});
