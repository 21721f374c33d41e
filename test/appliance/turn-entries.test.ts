/** The account of a turn as the API explains it: what it repairs, and what undid it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { SubSessionAnswer } from "../../src/metrics/sub-sessions/sub-session-answer.ts";
import type { TurnEntry } from "../../src/metrics/sub-sessions/turn-entry-answer.ts";
import { MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { logsBody } from "../normaliser/captured.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const AT = Date.parse("2026-11-20T10:00:00Z");
const SESSION = "explained";

let organization: TestOrganization;
let foreign: TestOrganization;

interface Asked {
  prompt: string;
  /** The file that is edited; none when absent. */
  file?: string;
  command?: string;
}

async function work(key: string, session: string, turns: readonly Asked[]): Promise<void> {
  const own = { "session.id": session, "user.email": "ann@example.test", "app.entrypoint": "cli" };
  const records = turns.flatMap(({ prompt, file, command }, place) => {
    const at = AT + place * 2 * MINUTE;
    const said = { "event.name": "user_prompt", prompt, prompt_length: String(prompt.length) };
    const call = { model: "m", input_tokens: 9_000, output_tokens: 900, duration_ms: 20 * SECOND };
    const tool = (name: string, input: object, parameters: object = {}) => ({
      "event.name": "tool_result",
      tool_name: name,
      tool_use_id: `toolu_${session}_${place}_${name}`,
      success: "true",
      tool_input: JSON.stringify(input),
      tool_parameters: JSON.stringify(parameters),
    });
    return [
      { at, attributes: { ...own, ...said } },
      { at: at + 30 * SECOND, attributes: { ...own, ...call, "event.name": "api_request" } },
      ...(file === undefined
        ? []
        : [{ at: at + 40 * SECOND, attributes: { ...own, ...tool("Edit", { file_path: file }) } }]),
      ...(command === undefined
        ? []
        : [{ at: at + 50 * SECOND, attributes: { ...own, ...tool("Bash", {}, { full_command: command }) } }]),
    ];
  });
  const response = await appliance.send("/v1/logs", logsBody("claude-code", records), key);
  expect(response.status).toBe(200);
}

beforeAll(async () => {
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  await work(organization.key, SESSION, [
    { prompt: "Add a cart to the shop", file: "/repo/src/cart.ts" },
    { prompt: "No, use the other table", file: "/repo/src/table.ts" },
    { prompt: "Translate every label", command: "git restore src/cart.ts" },
    { prompt: "Sort all invoices by their date", file: "/repo/src/invoice.ts" },
  ]);
  await work(organization.key, "withheld", [
    { prompt: "<REDACTED>", file: "/repo/src/cart.ts" },
    { prompt: "<REDACTED>", file: "/repo/src/cart.ts" },
  ]);
  // another organization's session of the same id
  await work(foreign.key, SESSION, [{ prompt: "Write the page about shipping", file: "/repo/a.ts" }]);
  await appliance.settled();
});

async function entriesOf(key: string, session = SESSION): Promise<TurnEntry[]> {
  const path = `/scoring/sub-sessions?turns=true&from=2026-11-01T00:00:00Z&session_id=${session}`;
  const { subSessions } = (await (await appliance.get(path, key)).json()) as {
    subSessions: SubSessionAnswer[];
  };
  return subSessions.toReversed().flatMap(({ turnEntries = [] }) => turnEntries);
}

test("a repair names its rule and the turn that it repairs, and one undo is one repair", async () => {
  const entries = await entriesOf(organization.key);
  const [first] = entries;
  const place = { sessionId: SESSION, turnId: first?.turnId, turnIndex: 1 };
  expect(entries.map(({ repairOf }) => repairOf)).toEqual([
    null,
    { rule: "correction", ...place },
    { rule: "undo", ...place },
    null,
  ] as never);
  expect(entries.map(({ repair }) => repair)).toEqual([false, true, true, false]);
});

test("work that was undone names the turn that undid it", async () => {
  const entries = await entriesOf(organization.key);
  expect(entries.map(({ undoneBy }) => undoneBy)).toEqual([
    { sessionId: SESSION, turnId: entries[2]?.turnId, turnIndex: 3 } as never,
    null,
    null,
    null,
  ]);
});

test("nothing is said that only a withheld text could say", async () => {
  for (const entry of await entriesOf(organization.key, "withheld"))
    expect(entry).toMatchObject({ kind: "change", why: null, repair: false, repairOf: null, undone: null });
});

test("another organization sees the turns of its own session of the same id, and no others", async () => {
  const own = await entriesOf(organization.key);
  const entries = await entriesOf(foreign.key);
  expect(entries).toMatchObject([{ turnIndex: 1, kind: "new", repairOf: null, undoneBy: null }]);
  expect(own.map(({ turnId }) => turnId)).not.toContain(entries[0]?.turnId);
  expect(await entriesOf(foreign.key, "withheld")).toEqual([]);
});
