/** The plugin as it is exported and connected, its hooks run as Claude Code runs them, against a real appliance. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mintKey } from "../../src/identity/keys/key.ts";
import { run } from "../cli/in-process.ts";
import { isSkipped } from "../skipped.ts";
import { eventually, joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const root = mkdtempSync(join(tmpdir(), "plugin-"));
const plugin = join(root, "plugin");
let appliance: TestAppliance;
let ours: TestOrganization;

beforeAll(async () => {
  appliance = await joinTestAppliance();
  ours = await appliance.addOrganization();
  expect((await run(["plugin", "export", plugin])).code).toBe(0);
});
afterAll(async () => {
  await appliance.stop();
  rmSync(root, { recursive: true });
});

/** A home directory that is connected with this key. */
async function connectedHome(key: string): Promise<string> {
  const home = mkdtempSync(join(root, "home-"));
  const connecting = [
    "connect",
    "claude-code",
    "--write",
    "--yes",
    "--key",
    key,
    "--endpoint",
    appliance.url,
  ];
  expect((await run(connecting, { environment: { HOME: home } })).code).toBe(0);
  return home;
}

/** Returns when the hook has ended; what it started in the background may go on. */
async function runHook(hook: "prompt" | "response", home: string, payload: object): Promise<unknown> {
  const process = Bun.spawn(["sh", join(plugin, "scoring/hooks/send.sh"), hook], {
    env: { PATH: Bun.env["PATH"] ?? "", HOME: home },
    stdin: new Blob([JSON.stringify(payload)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = (await process.stdout.text()) + (await process.stderr.text());
  return { exitCode: await process.exited, said };
}

const SILENT = { exitCode: 0, said: "" };
const PROMPT = {
  session_id: "s-1",
  transcript_path: "/home/ada/.claude/projects/x/s-1.jsonl",
  cwd: "/home/ada/x",
  prompt_id: "0b7caac0-8183-4d64-be9f-269153afe68e",
  permission_mode: "default",
  hook_event_name: "UserPromptSubmit",
  prompt: 'Rename "total" to "sum" in cart.ts,\nand run its tests.',
};

interface Prompts {
  prompts: { promptId: string; promptText: string; sessionId: string; developer: { email: string } }[];
  total: number;
}

async function prompts(): Promise<Prompts> {
  return (await (await appliance.get("/scoring/prompt-rubric/prompts", ours.key)).json()) as Prompts;
}

describe.skipIf(isSkipped(Bun.which("curl") !== null, "curl"))("the plugin's hooks", () => {
  test("are silent with a key that the server does not know", async () => {
    const home = await connectedHome(mintKey());
    expect(await runHook("prompt", home, PROMPT)).toEqual(SILENT);
  });

  test("bring a prompt and its answer to the developer whose key it is, once", async () => {
    const { key } = await ours.addKey({ developer: "ada@example.com" });
    const home = await connectedHome(key);
    for (const hook of ["prompt", "prompt", "response"] as const) {
      const { prompt: _prompt, ...others } = PROMPT;
      const stop = { ...others, hook_event_name: "Stop", last_assistant_message: "Renamed." };
      expect(await runHook(hook, home, hook === "prompt" ? PROMPT : stop)).toEqual(SILENT);
    }
    await eventually(async () => (await prompts()).total > 0);
    await eventually(async () => {
      const answer = await appliance.get("/v1/telemetry/logs?event=prompt_response", ours.key);
      return ((await answer.json()) as { logs: object[] }).logs.length === 1;
    });
    await appliance.settled();
    const { prompts: found, total } = await prompts();
    expect(total).toBe(1);
    expect(found[0]).toMatchObject({
      promptId: PROMPT.prompt_id,
      promptText: PROMPT.prompt,
      sessionId: "s-1",
      developer: { email: "ada@example.com" },
    });
  });
});
