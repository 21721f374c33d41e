import { describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandFunction, type Shell, SHELLS } from "../../src/normaliser/connect/shells.ts";

const WANTED = {
  command: "agent",
  variables: { PLAIN: "http://127.0.0.1:4318", SPACED: "it's $HOME `a` b" },
};

describe("variables for one command", () => {
  test("are a function of its name in POSIX shells", () => {
    expect(commandFunction("sh", WANTED)).toBe(
      "agent() {\n  env \\\n    PLAIN=http://127.0.0.1:4318 \\\n    SPACED='it'\\''s $HOME `a` b' \\\n    agent \"$@\"\n}",
    );
  });

  test("are a function of its name in fish", () => {
    expect(commandFunction("fish", WANTED)).toBe(
      "function agent\n  env \\\n    PLAIN='http://127.0.0.1:4318' \\\n    SPACED='it\\'s $HOME `a` b' \\\n    agent $argv\nend",
    );
  });

  test("are a function of its name in PowerShell, which gives the variables back", () => {
    const text = commandFunction("powershell", WANTED);
    expect(text).toStartWith("function agent {\n");
    expect(text).toContain("    PLAIN = 'http://127.0.0.1:4318'\n    SPACED = 'it''s $HOME `a` b'\n");
    expect(text).toContain("finally");
  });

  test.each(SHELLS.filter((shell) => Bun.which(programOf(shell)) !== null))(
    "reach that command and no other in %s, with its arguments as they are",
    (shell) => {
      const folder = mkdtempSync(join(tmpdir(), "shells-"));
      writeFileSync(join(folder, "agent"), '#!/bin/sh\necho "$SPACED|$1|$2"\n');
      chmodSync(join(folder, "agent"), 0o755);
      const after = shell === "powershell" ? '"[$env:SPACED]"' : 'echo "[$SPACED]"';
      const said = Bun.spawnSync(
        [programOf(shell), "-c", `${commandFunction(shell, WANTED)}\nagent 'a b' c\n${after}`],
        { env: { PATH: `${folder}:${process.env["PATH"] ?? ""}`, HOME: folder } },
      );
      expect(said.stdout.toString()).toBe("it's $HOME `a` b|a b|c\n[]\n");
      rmSync(folder, { recursive: true });
    },
  );
});

function programOf(shell: Shell): string {
  return shell === "powershell" ? "pwsh" : shell;
}
