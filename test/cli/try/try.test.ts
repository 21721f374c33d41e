/** `scoring try`: in this process on a server that is there, and as a process with a server of its own. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { joinTestAppliance, type TestAppliance } from "../../appliance/running.ts";
import { homeWith } from "../../history/homes.ts";
import { startScoring } from "../command-line.ts";
import { programCommand } from "../../../scripts/chaos/victim.ts";
import { compilersHere } from "../../../scripts/tests/compilers.ts";
import { type Around, run } from "../in-process.ts";

const PATIENCE_MS = 480_000;
const NOBODY_LISTENS = ["--listen", "127.0.0.1:1"];

let appliance: TestAppliance;
beforeAll(async () => {
  appliance = await joinTestAppliance("later");
});
afterAll(() => appliance.stop());

const folder = (name: string) => mkdtempSync(join(tmpdir(), `${name}-`));

function tryIn(home: string, args: readonly string[], around: Around = {}) {
  const environment = { HOME: folder("state"), ...around.environment };
  return run(["try", "--home", home, ...args], { clock: systemClock, ...around, environment });
}

/** A home whose only session cannot be read as one. */
function unreadableHome(): string {
  const home = folder("home");
  const sessions = join(home, ".codex/sessions/2026/11/21");
  mkdirSync(sessions, { recursive: true });
  const name = "rollout-2026-11-21T23-34-17-01a20075-ebd7-7eb1-bcfa-20cf2a3a8e73.jsonl";
  writeFileSync(join(sessions, name), "no JSON at all\n");
  return home;
}

describe("before the answer", () => {
  test("sessions are counted by their files and nothing is read", async () => {
    const { code, out, err } = await tryIn(unreadableHome(), NOBODY_LISTENS, { answer: false });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Found 1 session of Codex since \w+ \d{4}\. Those that changed in the last 90 days would/,
    );
    expect(out).toContain("A temporary server starts here. Nothing leaves this machine.");
    expect(err).toContain("Read them?");
    expect(out).toContain("Nothing was read.");
  });

  test("a database of sessions is named, and not opened", async () => {
    const home = unreadableHome();
    mkdirSync(join(home, ".local/share/opencode"), { recursive: true });
    writeFileSync(join(home, ".local/share/opencode/opencode.db"), "no database at all");
    const { out } = await tryIn(home, NOBODY_LISTENS, { answer: false });
    expect(out).toStartWith("Found 1 session of Codex and the database of opencode since");
  });

  test("nothing happens where nobody can answer", async () => {
    const { code, err } = await tryIn(unreadableHome(), NOBODY_LISTENS);
    expect(code).toBe(1);
    expect(err).toContain("there is no terminal to ask on: add --yes to read them. Nothing was read.");
  });

  test("a server that is there is named, and needs a key", async () => {
    const listen = ["--listen", `127.0.0.1:${appliance.port}`];
    const { err } = await tryIn(unreadableHome(), [...listen, "--yes"]);
    expect(err).toContain(`a server answers on ${appliance.url}, and the key is missing`);
    const { key } = await appliance.addOrganization();
    const { out } = await tryIn(unreadableHome(), [...listen, "--key", key], { answer: false });
    expect(out).toContain(`They would be sent to ${appliance.url}, without secrets.`);
  });

  test("a home without sessions is named, and sessions that are too old", async () => {
    const home = folder("home");
    expect((await tryIn(home, NOBODY_LISTENS)).err).toContain(`no agent keeps sessions in ${home}`);
    const old = await tryIn(unreadableHome(), [...NOBODY_LISTENS, "--since", "0d"]);
    expect(old.err).toContain("1 session of Codex since");
    expect(old.err).toContain("none changed in that time");
  });

  test("a data directory that has data already is not served", async () => {
    const keep = ["--keep", "--data-dir", appliance.directory];
    const { err } = await tryIn(unreadableHome(), [...NOBODY_LISTENS, ...keep]);
    expect(err).toContain(`${appliance.directory} has the data of a server already`);
  });
});

test(
  "on a server that is there a person sees at once what the files hold, then cost and scores, and later what the server has",
  async () => {
    const { key } = await appliance.addOrganization();
    const home = homeWith("codex-tui-edit-compact", "qwen-tui-clear");
    // the sessions were recorded in November 2026, and the usual window ends today
    const ever = ["--since", "3650d"];
    const args = ["--yes", "--listen", `127.0.0.1:${appliance.port}`, "--key", key, ...ever];
    const environment = { HOME: folder("state") };
    const { code, out } = await tryIn(home, args, { environment, columns: 100 });
    expect(code).toBe(0);
    expect(out).toStartWith("In the files:\n\nAGENT ");
    expect(out).toMatch(/^Codex +2 +14 +\d+ +2,474,176 +2026-\d\d-\d\d +2026-\d\d-\d\d$/m);
    expect(out).toMatch(/^AGENT +COST\n(.*\n)?Codex +\$2\.66\n/m);
    expect(out).toMatch(/^Qwen Code +-$/m);
    expect(out).toMatch(/calls have no known price; prices_file can name it\.$/m);
    expect(out).toMatch(/^DEVELOPER +SPEED +SKILL +EFFICIENCY/m);
    expect(out).toContain(`The pages: ${appliance.url}, signed in with a key.`);

    for (const around of [{ columns: 100 }, {}]) {
      const again = await tryIn(home, args, { environment, ...around });
      expect(again.out).toMatch(/^[\d-]+ to [\d-]+\n\nAGENT +SESSIONS +PROMPTS +TOKENS +COST\n/);
      expect(again.out).toMatch(/^Codex +2 +14 +2,474,176 +\$2\.66$/m);
      expect(again.out).toMatch(/^Qwen Code +2 +\d+ +[\d,]+ +-$/m);
    }
    const answer = JSON.parse((await tryIn(home, [...args, "--json"], { environment })).out);
    expect(answer.imported).toMatchObject([
      { agent: "codex", records: 0, unchanged: 2 },
      { agent: "qwen", records: 0, unchanged: 2 },
    ]);
    expect(answer.usage[0]).toMatchObject({ agent: "codex", sessions: 2, prompts: 14, tokens: 2_474_176 });
  },
  PATIENCE_MS,
);

describe("without a server", () => {
  test(
    "a temporary one shows it as JSON to a script, and leaves nothing behind",
    async () => {
      const [home, temporary] = [homeWith("codex-tui-edit-compact"), folder("temporary")];
      const args = ["try", "--home", home, "--yes", "--json", ...NOBODY_LISTENS];
      const child = startScoring(args, { HOME: folder("state"), TMPDIR: temporary });
      const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      expect({ code: await child.exited, err }).toEqual({ code: 0, err: "" });
      const answer = JSON.parse(out);
      expect(answer.usage).toMatchObject([{ agent: "codex", sessions: 2, prompts: 14, tokens: 2_474_176 }]);
      expect(answer).toMatchObject({ settled: true, baseline: "shipped", server: null });
      expect(answer.scores).toHaveLength(1);
      expect(readdirSync(temporary)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    "a person is asked, gets a link, and keeps the data where they said so",
    async () => {
      const [home, directory] = [homeWith("codex-tui-edit-compact"), join(folder("kept"), "data")];
      const keep = ["--keep", "--data-dir", directory, "--listen", "127.0.0.1:0"];
      const screen = onTerminal(["try", "--home", home, ...keep]);
      await screen.shows("[y/N]");
      expect(existsSync(directory)).toBe(false);
      screen.type("y\n");
      await screen.shows("In the files:");
      await screen.shows("The server runs until Ctrl-C.");
      expect(screen.text()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/sign-in#[\w-]{43}/);
      screen.type("\u0003");
      expect(await screen.child.exited).toBe(0);
      expect(screen.text()).toContain(`The data stays in ${directory}.`);
      expect(existsSync(join(directory, "scoring.db"))).toBe(true);
      rmSync(directory, { recursive: true });
    },
    PATIENCE_MS,
  );
});

/** The program on a terminal. */
function onTerminal(args: readonly string[]) {
  let text = "";
  let heard = Promise.withResolvers<void>();
  const child = Bun.spawn([...programCommand(null), ...args], {
    env: { PATH: Bun.env["PATH"] ?? "", HOME: folder("state"), ...compilersHere() },
    terminal: {
      cols: 200,
      rows: 50,
      data(_, bytes) {
        text += new TextDecoder().decode(bytes);
        heard.resolve();
      },
    },
  });
  void child.exited.then(() => heard.resolve());
  return {
    child,
    text: () => text,
    type: (keys: string) => child.terminal?.write(keys),
    async shows(part: string): Promise<void> {
      while (!text.includes(part)) {
        if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
        await heard.promise;
        heard = Promise.withResolvers<void>();
      }
    },
  };
}
