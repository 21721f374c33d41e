import { describe, expect, test } from "bun:test";
import { commandOf, readTool } from "../../src/turns/work.ts";
import { edit, prompt, shell, tool } from "./events.ts";

describe("a tool call", () => {
  test("that was rejected neither worked nor failed and did nothing", () => {
    const rejected = { ...shell(0, "git commit -m x", { exitCode: 0 }), ok: null, rejected: true };
    expect(readTool(rejected)).toMatchObject({ failed: false, commit: false, changes: false });
  });

  test("failed when its command returned other than 0, though the tool worked", () => {
    expect(readTool(shell(0, "ls", { exitCode: 2 }))).toMatchObject({ failed: true });
  });

  test("changes something as an edit that worked", () => {
    expect(readTool(edit(0, "a.ts")).changes).toBe(true);
    expect(readTool(edit(0, "a.ts", { ok: false })).changes).toBe(false);
    expect(readTool(edit(0, "a.ts", { ok: null })).changes).toBe(false);
  });

  test("changes something as a shell edit that is not known to have failed", () => {
    expect(readTool(shell(0, "sed -i s/a/b/ a.ts")).changes).toBe(true);
    expect(readTool(shell(0, "sed -i s/a/b/ a.ts", { exitCode: 1 })).changes).toBe(false);
    expect(readTool(shell(0, "cat a.ts", { exitCode: 0 })).changes).toBe(false);
  });
});

describe("a test run", () => {
  test("that comes last passes and fails by its exit code", () => {
    expect(readTool(shell(0, "npm test", { exitCode: 0 })).test).toBe("passed");
    expect(readTool(shell(0, "npm test", { exitCode: 1 })).test).toBe("failed");
  });

  test("before && can only pass by its exit code", () => {
    expect(readTool(shell(0, "npm test && ls", { exitCode: 0 })).test).toBe("passed");
    expect(readTool(shell(0, "npm test && ls", { exitCode: 1 })).test).toBeNull();
  });

  test("whose exit code says nothing is read from the output", () => {
    const command = "npm test | tail -5";
    expect(readTool(shell(0, command, { exitCode: 0 })).test).toBeNull();
    expect(readTool(shell(0, command, { exitCode: 0, outputTail: "2 failed, 3 passed" })).test).toBe(
      "failed",
    );
    expect(readTool(shell(0, command, { outputTail: "3 passed" })).test).toBe("passed");
  });
});

describe("a commit", () => {
  test("counts when the command returned 0, or an attribute reports it", () => {
    expect(readTool(shell(0, "git commit -m x")).commit).toBe(false);
    expect(readTool(shell(0, "git commit -m x", { exitCode: 1 })).commit).toBe(false);
    expect(readTool(shell(0, "git commit -m x", { exitCode: 0 })).commit).toBe(true);
    expect(readTool(tool(0, { commits: 1 })).commit).toBe(true);
    expect(readTool(shell(0, "gh pr create --fill", { exitCode: 0 })).pullRequest).toBe(true);
  });
});

describe("a revert", () => {
  test("names its paths, or takes back everything", () => {
    expect(readTool(shell(0, "git restore src/a.ts", { exitCode: 0 })).reverts).toEqual(["src/a.ts"]);
    expect(readTool(shell(0, "git reset --hard", { exitCode: 0 })).reverts).toBe("everything");
    expect(readTool(shell(0, "git reset --hard", { exitCode: 128 })).reverts).toBeNull();
  });
});

describe("a prompt's command", () => {
  test("is what the agent says, else what was typed", () => {
    expect(commandOf(prompt(0, null, { command: "/Compact" }))).toBe("compact");
    expect(commandOf(prompt(0, "/compact keep the plan"))).toBe("compact");
    expect(commandOf(prompt(0, "compact the plan"))).toBeNull();
    expect(commandOf(prompt(0, "/usr/bin/env is missing"))).toBeNull();
  });
});
