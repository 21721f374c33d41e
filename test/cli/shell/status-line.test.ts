/** The line in a prompt: asked for, kept in a file, and shown by a real shell. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { joinTestAppliance } from "../../appliance/running.ts";
import { eventually } from "../../eventually.ts";
import { isSkipped } from "../../skipped.ts";
import { scoring } from "../in-process.ts";

const appliance = await joinTestAppliance();
const root = mkdtempSync(join(tmpdir(), "status-line-"));
afterAll(async () => {
  rmSync(root, { recursive: true });
  await appliance.stop();
});
const organization = await appliance.addOrganization();
const { key } = await organization.addKey({ developer: "ada@example.com" });

function homeOf(name = "home-") {
  const home = mkdtempSync(join(root, name));
  const environment = { HOME: home, SCORING_API_KEY: key };
  const call = (args: string[], endpoint = appliance.url) =>
    scoring([...args, "--endpoint", endpoint], environment);
  const path = join(home, ".cache/scoring/status-line");
  return { home, call, path, read: () => readFileSync(path, "utf8") };
}

const LINE = "Skill - | 0.00 USD today";
const seconds = () => Math.floor(systemClock() / 1_000);

describe("scoring status-line", () => {
  test("needs a key", async () => {
    const { code, err } = await scoring(["status-line", "--endpoint", appliance.url]);
    expect([code, err.includes("SCORING_API_KEY")]).toEqual([2, true]);
  });

  test("prints the line", async () => {
    expect(await homeOf().call(["status-line"])).toMatchObject({ code: 0, out: `${LINE}\n` });
  });

  test("keeps it in a file of its own, for 30 seconds", async () => {
    const { call, path, read } = homeOf();
    expect(await call(["status-line", "--refresh"])).toMatchObject({ code: 0, out: "" });
    expect(read()).toMatch(new RegExp(`^\\d+ ${LINE.replace("|", "\\|")}\n$`));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const recent = `${seconds()} from before\n`;
    writeFileSync(path, recent);
    await call(["status-line", "--refresh"]);
    expect(read()).toBe(recent);
    writeFileSync(path, `${seconds() - 31} from before\n`);
    await call(["status-line", "--refresh"]);
    expect(read()).toContain(LINE);
  });

  test("says in it that no server answers, and is not asked again at once", async () => {
    const { call, read } = homeOf();
    expect((await call(["status-line", "--refresh"], "http://127.0.0.1:1")).code).toBe(1);
    const [at, ...line] = read().trim().split(" ");
    expect(seconds() - Number(at)).toBeLessThan(60);
    expect(line.join(" ")).toBe("scoring: no answer");
  });
});

describe("scoring connect shell", () => {
  test("prints the file, and what to add for bash, zsh and Claude Code", async () => {
    const { code, out } = await homeOf().call(["connect", "shell"]);
    expect(code).toBe(0);
    for (const text of ["scoring_line()", "PROMPT_COMMAND", "precmd_functions", '"statusLine"', key])
      expect(out).toContain(text);
  });

  test("prints a function for fish, and refuses a shell that has none", async () => {
    const { call } = homeOf();
    expect((await call(["connect", "shell", "--shell", "fish"])).out).toContain("function scoring_line\n");
    expect((await call(["connect", "shell", "--shell", "powershell"])).code).toBe(2);
  });

  test("writes the file for its user only, and takes it back", async () => {
    const { home, call } = homeOf();
    const path = join(home, ".config/scoring/status-line.sh");
    expect((await call(["connect", "shell", "--write", "--yes"])).code).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await call(["connect", "shell", "--remove", "--yes"])).code).toBe(0);
    expect(() => statSync(path)).toThrow();
  });
});

/** How each shell draws its prompt a hundred times from the printed line; each next to what was there: in
 * bash a prompt that shows exit codes. The line is in its file twice, as after reading that again. */
const DRAWN = {
  bash: {
    flags: ["-i", "-c"],
    place: "~/.bashrc",
    before: "PROMPT_COMMAND='seen=$?'; PS1='$seen>'",
    draw: 'for i in {1..100}; do (exit 3); eval "$PROMPT_COMMAND"; shown="${PS1@P}"; done; echo "$shown"',
    shown: ["", "", " 3>"],
  },
  zsh: {
    flags: ["-i", "-c"],
    place: "~/.zshrc",
    before: "setopt warn_create_global; RPROMPT='%(?.own.own)'",
    draw: "for i in {1..100}; do for each in $precmd_functions; do $each; done; done; print -rP -- $RPROMPT",
    shown: ["own ", "own"],
  },
  fish: {
    flags: ["-c"],
    place: "~/.config/fish/config.fish",
    before: "function fish_right_prompt; echo own; end",
    draw: "for i in (seq 100); set shown (fish_right_prompt); end; echo $shown",
    shown: ["own ", "own"],
  },
};

describe("the printed line", () => {
  /** Somebody's home may have any name. */
  async function homeWith(text: string, shell: "fish" | "sh") {
    const { home, call, path } = homeOf("it's a home-");
    const written = await call(["connect", "shell", "--shell", shell, "--write", "--yes", "--json"]);
    const { add } = JSON.parse(written.out) as { add: string[] };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    writeFileSync(join(home, "scoring"), '#!/bin/sh\necho "$SCORING_API_KEY $*" >>"$HOME/called"\n');
    chmodSync(join(home, "scoring"), 0o755);
    const run = (words: string[]) =>
      // detached: an interactive shell would take the terminal of whoever runs the tests
      Bun.spawnSync(words, { detached: true, env: { HOME: home, PATH: `${home}:${Bun.env["PATH"]}` } });
    return { home, run, lineFor: (place: string) => add[add.indexOf(`# ${place}`) + 1] ?? "" };
  }

  const OLD = "100 Skill 62 (55-69) | 3.20 USD today\n";

  async function expectAskedOnce(home: string) {
    const called = join(home, "called");
    await eventually(() => Promise.resolve(existsSync(called) && statSync(called).size > 0));
    expect(readFileSync(called, "utf8")).toBe(`${key} status-line --refresh --endpoint ${appliance.url}\n`);
  }

  for (const [
    shell,
    {
      flags,
      place,
      before,
      draw,
      shown: [left, without, right = ""],
    },
  ] of Object.entries(DRAWN)) {
    const drawn = async (text: string) => {
      const { home, run, lineFor } = await homeWith(text, shell === "fish" ? "fish" : "sh");
      const start = join(home, place.slice(2));
      mkdirSync(dirname(start), { recursive: true });
      writeFileSync(start, `${before}\n${lineFor(place)}\n${lineFor(place)}\n`);
      const ran = run([shell, ...flags, draw]);
      // bash says that it has no terminal
      if (shell !== "bash") expect(ran.stderr.toString()).toBe("");
      return { home, ran };
    };
    describe.skipIf(isSkipped(Bun.which(shell) !== null, shell))(`in ${shell}`, () => {
      test("is there within 10 ms, and an old one is refreshed once", async () => {
        const { home, ran } = await drawn(OLD);
        expect(ran.stdout.toString()).toBe(`${left}Skill 62 (55-69) | 3.20 USD today${right}\n`);
        // time of the processor, which a busy machine hardly prolongs
        expect(Number(ran.resourceUsage.cpuTime.total) / 1_000 / 100).toBeLessThan(10);
        await expectAskedOnce(home);
      });

      test("is empty where the file is", async () => {
        expect((await drawn("")).ran.stdout.toString()).toBe(`${without}${right}\n`);
      });
    });
  }

  test("is there in Claude Code's status line", async () => {
    const { home, run, lineFor } = await homeWith(OLD, "sh");
    const { statusLine } = JSON.parse(lineFor("Claude Code: ~/.claude/settings.json")) as {
      statusLine: { command: string };
    };
    const ran = run(["sh", "-c", statusLine.command]);
    expect(ran.stderr.toString()).toBe("");
    expect(ran.stdout.toString()).toBe("Skill 62 (55-69) | 3.20 USD today\n");
    await expectAskedOnce(home);
  });
});
