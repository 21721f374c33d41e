/** What the shells themselves make of the scripts that `scoring completion` prints. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { bashScript } from "../../../src/cli/completion/bash.ts";
import { fishScript } from "../../../src/cli/completion/fish.ts";
import { completionsOf } from "../../../src/cli/completion/words.ts";
import { zshScript } from "../../../src/cli/completion/zsh.ts";
import { run } from "../in-process.ts";
import { isSkipped } from "../../skipped.ts";

const folder = mkdtempSync(join(tmpdir(), "completion-"));
afterAll(() => rmSync(folder, { recursive: true }));

const completions = completionsOf(COMMANDS);

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function outputOf(...command: string[]): string {
  const { stdout, stderr } = Bun.spawnSync(command, { stderr: "pipe", env: { ...Bun.env, HOME: folder } });
  return `${stderr.toString()}${stdout.toString()}`;
}

/** Lines as somebody types them, up to the key that completes; and what it offers. */
const LINES: readonly [string, string[]][] = [
  ["ke", ["keys"]],
  ["keys ", ["create", "link", "list", "revoke", "rotate"]],
  ["keys c", ["create"]],
  ["keys revoke --j", ["--json"]],
  ["healthcheck --w", ["--wait"]],
  ["completion --data-dir x --h", ["--help"]],
];

describe("the words", () => {
  test("begin with every command, and offer its flags after it", () => {
    const first = completions.words.get("") ?? [];
    expect(COMMANDS.filter(({ name }) => !first.includes(name.split(" ")[0] ?? ""))).toEqual([]);
    expect(completions.words.get("connect")).toContain("--developer");
    expect(completions.flagsWithValue).toContain("--data-dir");
    expect(completions.flagsWithValue).not.toContain("--json");
  });
});

describe("scoring completion", () => {
  test("names the shells that it knows", async () => {
    const { code, err } = await run(["completion", "csh"]);
    expect([code, err]).toEqual([2, expect.stringContaining("Choose one of bash, zsh, fish")]);
  });

  test.each(["bash", "zsh", "fish"])("prints a script for %s", async (shell) => {
    const { code, out } = await run(["completion", shell]);
    expect([code, out.includes(`Completion of scoring for ${shell}.`)]).toEqual([0, true]);
  });
});

describe.skipIf(isSkipped(Bun.which("bash") !== null, "bash"))("bash", () => {
  const script = written("bash", bashScript(completions));

  test.each(LINES)("completes %p", (line, offered) => {
    const words = ["scoring", ...line.split(" ")].map((word) => `'${word}'`).join(" ");
    const asked = `COMP_WORDS=(${words}) COMP_CWORD=${line.split(" ").length}`;
    const text = outputOf("bash", "-c", `. ${script}; ${asked}; _scoring; printf '%s\\n' "\${COMPREPLY[@]}"`);
    const plain = text.trim().split("\n");
    expect(plain.filter((word) => !word.startsWith("--") || line.includes("--"))).toEqual(offered);
  });

  test("leaves what follows a flag with a value to files", () => {
    const asked = "COMP_WORDS=(scoring status --data-dir '') COMP_CWORD=3";
    const text = outputOf("bash", "-c", `. ${script}; ${asked}; _scoring; echo "\${#COMPREPLY[@]}"`);
    expect(text.trim()).toBe("0");
  });
});

describe.skipIf(isSkipped(Bun.which("fish") !== null, "fish"))("fish", () => {
  const script = written("scoring.fish", fishScript(completions));

  test.each(LINES)("completes %p", (line, offered) => {
    const text = outputOf("fish", "--no-config", "-c", `source ${script}; complete -C 'scoring ${line}'`);
    expect(text.trim().split("\n")).toEqual(offered);
  });
});

test.skipIf(isSkipped(Bun.which("zsh") !== null, "zsh"))("zsh finds no fault with its script", () => {
  expect(outputOf("zsh", "-n", written("_scoring", zshScript(completions)))).toBe("");
});
