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
import { join } from "node:path";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { joinTestAppliance } from "../../appliance/running.ts";
import { eventually } from "../../eventually.ts";
import { scoring } from "../in-process.ts";

const appliance = await joinTestAppliance();
const root = mkdtempSync(join(tmpdir(), "status-line-"));
afterAll(async () => {
  rmSync(root, { recursive: true });
  await appliance.stop();
});
const organization = await appliance.addOrganization();
const { key } = await organization.addKey({ developer: "ada@example.com" });

function homeOf() {
  const home = mkdtempSync(join(root, "home-"));
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

  test.each(["bash", "dash"])(
    "%s shows the line at once, and has an old one refreshed once",
    async (shell) => {
      const { home, call, path } = homeOf();
      await call(["connect", "shell", "--write", "--yes"]);
      mkdirSync(join(home, ".cache/scoring"), { recursive: true });
      writeFileSync(path, "100 Skill 62 (55-69) | 3.20 USD today\n");
      const called = join(home, "called");
      writeFileSync(join(home, "scoring"), `#!/bin/sh\necho "$SCORING_API_KEY $*" >>${called}\n`);
      chmodSync(join(home, "scoring"), 0o755);
      const script = `. "$HOME/.config/scoring/status-line.sh"
      i=0; while [ $i -lt 100 ]; do scoring_line; i=$((i + 1)); done
      echo "$SCORING_LINE"`;
      const startedAt = performance.now();
      const ran = Bun.spawnSync([shell, "-c", script], {
        env: { HOME: home, PATH: `${home}:${Bun.env["PATH"]}` },
      });
      // dash knows no clock and starts `date` each time, which takes longer on a busy machine
      if (shell === "bash") expect((performance.now() - startedAt) / 100).toBeLessThan(10);
      expect(ran.stderr.toString()).toBe("");
      expect(ran.stdout.toString()).toBe("Skill 62 (55-69) | 3.20 USD today\n");
      await eventually(() => Promise.resolve(existsSync(called) && statSync(called).size > 0));
      expect(readFileSync(called, "utf8")).toBe(`${key} status-line --refresh --endpoint ${appliance.url}\n`);
    },
  );
});
