/** One session stays one, however long it lasts and whichever keys of its developer send it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { homeWith } from "../../history/homes.ts";
import { readInteractiveRun, sendAsCaptured } from "../captured-runs.ts";
import { joinTestAppliance, type TestAppliance } from "../running.ts";
import { runImport, shownOf } from "./shown.ts";

let appliance: TestAppliance;
beforeAll(async () => {
  appliance = await joinTestAppliance("later");
});
afterAll(() => appliance.stop());

const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `${name}-`));

describe("a session in two ways", () => {
  test("is one where two keys of its developer send it, and two where a key is nobody's", async () => {
    const name = "gemini-outage-60s";
    const organization = await appliance.addOrganization();
    const shared = await appliance.addOrganization();
    const own = await organization.addKey({ developer: "ada@example.test" });
    const other = await organization.addKey({ developer: "ada@example.test" });
    const importing = async (key: string) =>
      runImport("gemini", { home: homeWith(name), state: newFolder("state"), appliance, key });
    expect(await importing(other.key)).toMatchObject({ code: 0, err: "" });
    expect(await importing((await shared.addKey({})).key)).toMatchObject({ code: 0, err: "" });
    for (const request of await readInteractiveRun(name)) {
      await sendAsCaptured(appliance, request, own.key);
      await sendAsCaptured(appliance, request, shared.key);
    }
    await appliance.settled();
    expect(await shownOf(appliance, organization)).toMatchObject([{ turns: 15, calls: 15, input: 197_121 }]);
    expect(await shownOf(appliance, shared)).toHaveLength(2);
  });
});

const THREAD = "01a20075-ebd7-7eb1-bcfa-20cf2a3a8e74";
const BEGAN = Date.parse("2026-11-02T08:00:00.000Z");
const DAYS = 14;
const A_DAY = 3;

/** A rollout of two weeks, three turns a day. */
function twoWeeks(): string {
  const usage = { input_tokens: 1_000, cached_input_tokens: 100, output_tokens: 10 };
  const written = (at: number, type: string, payload: object) =>
    JSON.stringify({ timestamp: new Date(at).toISOString(), type, payload });
  const turns = Array.from({ length: DAYS * A_DAY }, (_, turn) => {
    const at = BEGAN + Math.floor(turn / A_DAY) * DAY + (turn % A_DAY) * HOUR;
    const text = `Write the part ${turn} of the manual, with an example of its own`;
    const item = { type: "UserMessage", content: [{ type: "text", text }] };
    return [
      written(at, "event_msg", { type: "task_started", model_context_window: 258_400 }),
      written(at + 1, "event_msg", { type: "item_completed", item }),
      written(at + 9_000, "token_usage_record", { usage }),
    ];
  });
  const meta = { id: THREAD, originator: "codex_cli_rs", cli_version: "0.169.0" };
  return `${[written(BEGAN, "session_meta", meta), ...turns.flat()].join("\n")}\n`;
}

test("a session of two weeks is one, with all its turns and nothing between", async () => {
  const organization = await appliance.addOrganization();
  const home = newFolder("home");
  const folder = join(home, ".codex/sessions/2026/11/02");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `rollout-2026-11-02T08-00-00-${THREAD}.jsonl`), twoWeeks());
  const where = { home, state: newFolder("state"), appliance, key: organization.key };
  expect(await runImport("codex", where)).toMatchObject({ code: 0, err: "" });
  await appliance.settled();
  const turns = DAYS * A_DAY;
  const [session, ...others] = await shownOf(appliance, organization);
  expect(others).toEqual([]);
  expect(session).toMatchObject({
    turns,
    calls: turns,
    input: turns * 1_000,
    output: turns * 10,
    edits: 0,
    commits: 0,
  });
  const answer = await appliance.get(
    `/v1/sessions/${THREAD}/timeline?limit=500`,
    (await organization.addKey({ role: "admin" })).key,
  );
  const { entries } = (await answer.json()) as { entries: { at: string; kind: string }[] };
  expect(entries.filter(({ kind }) => kind === "stall")).toEqual([]);
});
