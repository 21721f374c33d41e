/** connect.mjs imports what `scoring import` imports, under Node and under Bun. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildConnect } from "../../../scripts/build-connect.ts";
import { runImport, shownOf } from "../../appliance/history/shown.ts";
import { joinTestAppliance, type TestAppliance } from "../../appliance/running.ts";
import { homeWith } from "../../history/homes.ts";

const root = mkdtempSync(join(tmpdir(), "standalone-"));
const script = join(root, "connect.mjs");
const NODE = Bun.which("node");
const SESSIONS = ["codex-tui-edit-compact", "gemini-tui-autoedit", "qwen-tui-clear", "copilot-tui"];

let appliance: TestAppliance;
beforeAll(async () => {
  writeFileSync(script, await buildConnect());
  appliance = await joinTestAppliance("later");
});
afterAll(async () => {
  await appliance.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Runs the script. */
async function importBy(runtime: string, home: string, ...[key, ...words]: string[]) {
  const child = Bun.spawn([runtime, script, "import", ...words], {
    env: { HOME: home, ...(key !== "" && { SCORING_API_KEY: key }) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { out, err, code: await child.exited };
}

/** How far each file was sent: a hash of its records' ids. */
function progressIn(home: string): unknown {
  const folder = join(home, ".local/state/scoring/imported");
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

describe.each([
  ["Node", NODE, SESSIONS],
  ["Bun", process.execPath, [...SESSIONS, "opencode-tui-edit-compact"]],
] as const)("under %s", (_, runtime, sessions) => {
  test.skipIf(runtime === null)("it sends the same, once", async () => {
    const [home, state] = [homeWith(...sessions), mkdtempSync(join(root, "state-"))];
    const [byProgram, byScript] = [await appliance.addOrganization(), await appliance.addOrganization()];
    const program = await runImport("all", { home, state, appliance, key: byProgram.key });
    expect(program).toMatchObject({ code: 0, err: "" });
    const where = [byScript.key, "all", "--endpoint", appliance.url];
    const sent = await importBy(runtime ?? "", home, ...where);
    expect(sent).toMatchObject({ code: 0, err: "" });
    expect(sent.out).toContain("codex: 2 sessions, 14 prompts, 41 calls, 2,474,176 tokens");
    expect(progressIn(home)).toEqual(progressIn(state));
    await appliance.settled();
    const held = await appliance.held(byScript.id);
    expect(held).toEqual(await appliance.held(byProgram.id));
    expect(await shownOf(appliance, byScript)).toEqual(await shownOf(appliance, byProgram));
    const again = await importBy(runtime ?? "", home, ...where);
    expect(again.code).toBe(0);
    expect(again.out).toContain("codex: 0 sessions, 0 prompts");
    await appliance.written();
    expect(await appliance.held(byScript.id)).toEqual(held);
  });

  test.skipIf(runtime === null)("it shows what it would send, and says what is wrong", async () => {
    const home = homeWith("codex-tui-edit-compact");
    const shown = await importBy(runtime ?? "", home, "", "codex", "--dry-run", "--since", "30d");
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toContain("Nothing was sent: this is what would be.");
    const { key } = await appliance.addOrganization();
    const unknown = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
    for (const [words, reason] of [
      [[key, "codx"], "say what to import: all, or one of claude-code, codex,"],
      [[key, "codex"], "say where the server is: --endpoint"],
      [[key, "codex", "--since", "soon"], "--since needs a number of days"],
      [["", "codex", "--endpoint", appliance.url], "there is no terminal to ask on: set SCORING_API_KEY"],
      [[key, "codex", "--endpoint", "http://127.0.0.1:1"], "no scoring server answers on http://127.0.0.1:1"],
      [[unknown, "codex", "--endpoint", appliance.url], "the server does not know this key"],
    ] as const) {
      const { err, code } = await importBy(runtime ?? "", home, ...words);
      expect(err).toStartWith(`connect.mjs: ${reason}`);
      expect(code).toBeGreaterThan(0);
    }
  });
});

test.skipIf(NODE === null)("a Node without SQLite leaves opencode out, and says so each time", async () => {
  const child = Bun.spawnSync([NODE ?? "", "-e", "require('node:sqlite')"], { stderr: "ignore" });
  const home = homeWith("opencode-tui-edit-compact");
  const { key } = await appliance.addOrganization();
  for (let run = 0; run < 2; run += 1) {
    const { out, code } = await importBy(NODE ?? "", home, key, "opencode", "--endpoint", appliance.url);
    expect(code).toBe(0);
    if (child.exitCode !== 0) expect(out).toContain("has no SQLite; Node 22.13, newer ones and Bun have");
    else expect(out).toContain(run === 0 ? "opencode: 2 sessions" : "opencode: 0 sessions");
  }
});
