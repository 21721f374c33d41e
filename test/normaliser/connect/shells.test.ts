import { describe, expect, test } from "bun:test";
import { type Shell, settingLines, SHELLS } from "../../../src/normaliser/connect/shells.ts";

const VARIABLES = { PLAIN: "http://127.0.0.1:4318", SPACED: "Authorization=Bearer scoring_key" };

describe("variables for a shell", () => {
  test("are exported for POSIX shells", () => {
    expect(settingLines("sh", VARIABLES)).toBe(
      'export PLAIN=http://127.0.0.1:4318\nexport SPACED="Authorization=Bearer scoring_key"',
    );
  });

  test("are set for fish", () => {
    expect(settingLines("fish", { ...VARIABLES, QUOTED: "it's" })).toBe(
      "set -gx PLAIN 'http://127.0.0.1:4318'\nset -gx SPACED 'Authorization=Bearer scoring_key'\n" +
        "set -gx QUOTED 'it\\'s'",
    );
  });

  test("are set for PowerShell, on any system", () => {
    expect(settingLines("powershell", { ...VARIABLES, QUOTED: "it's" })).toBe(
      "$env:PLAIN = 'http://127.0.0.1:4318'\n$env:SPACED = 'Authorization=Bearer scoring_key'\n" +
        "$env:QUOTED = 'it''s'",
    );
  });

  test.each(SHELLS.filter((shell) => Bun.which(programOf(shell)) !== null))(
    "arrive as they are in %s",
    (shell) => {
      const print = shell === "powershell" ? "$env:SPACED" : 'echo "$SPACED"';
      const said = Bun.spawnSync([programOf(shell), "-c", `${settingLines(shell, VARIABLES)}\n${print}`]);
      expect(said.stdout.toString().trim()).toBe(VARIABLES.SPACED);
    },
  );
});

function programOf(shell: Shell): string {
  return shell === "powershell" ? "pwsh" : shell;
}
