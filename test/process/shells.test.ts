import { describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandFunction, type Shell } from "../../src/normaliser/connect/shells.ts";

const WANTED = {
  command: "agent",
  variables: { PLAIN: "http://127.0.0.1:4318", SPACED: "it's $HOME `a` b" },
};

const PROGRAMS: [string, Shell][] = [
  ["bash", "sh"],
  ["dash", "sh"],
  ["zsh", "sh"],
  ["fish", "fish"],
  ["pwsh", "powershell"],
];

describe("variables for one command", () => {
  test("are a function of its name in POSIX shells", () => {
    expect(commandFunction("sh", WANTED)).toBe(
      "agent() {\n  PLAIN=http://127.0.0.1:4318 \\\n  SPACED='it'\\''s $HOME `a` b' \\\n    command agent \"$@\"\n}",
    );
  });

  test("are a function of its name in fish", () => {
    expect(commandFunction("fish", WANTED)).toBe(
      "function agent\n  set -lx PLAIN 'http://127.0.0.1:4318'\n  set -lx SPACED 'it\\'s $HOME `a` b'\n  command agent $argv\nend",
    );
  });

  test("are a function of its name in PowerShell, which gives the variables back", () => {
    const text = commandFunction("powershell", WANTED);
    expect(text).toStartWith("function agent {\n");
    expect(text).toContain("    PLAIN = 'http://127.0.0.1:4318'\n    SPACED = 'it''s $HOME `a` b'\n");
    expect(text).toContain("finally");
  });

  test.each(PROGRAMS.filter(([program]) => Bun.which(program) !== null))(
    "reach that command and no other in %s, by no program's arguments, and its arguments stay as they are",
    (program, shell) => {
      const folder = mkdtempSync(join(tmpdir(), "shells-"));
      const install = (name: string, text: string) => {
        writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
        chmodSync(join(folder, name), 0o755);
      };
      install("agent", 'echo "$SPACED|$1|$2"');
      install("env", "exit 1");
      const after = shell === "powershell" ? '"[$env:SPACED]"' : 'echo "[$SPACED]"';
      const said = Bun.spawnSync(
        [program, "-c", `${commandFunction(shell, WANTED)}\nagent 'a b' c\n${after}`],
        { env: { PATH: `${folder}:${process.env["PATH"] ?? ""}`, HOME: folder } },
      );
      expect(said.stdout.toString()).toBe("it's $HOME `a` b|a b|c\n[]\n");
      rmSync(folder, { recursive: true });
    },
  );
});
