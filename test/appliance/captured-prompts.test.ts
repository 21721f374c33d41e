/** Prompts of the Claude Code plugin in a whole appliance: one session with the agent's telemetry, and made again the same. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuild } from "../../src/appliance/rebuild/rebuild.ts";
import { balance, describeDifferences } from "../../src/books/books.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, MINUTE } from "../../src/vocabulary/units.ts";
import { scoring } from "../cli/in-process.ts";
import { joinAll, quietly, readFrom, writingTo } from "./at-rest.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { wholeSchema } from "../whole-schema.ts";
import { startTestAppliance, type TestAppliance, type TestKey, type TestOrganization } from "./running.ts";
import { localStores } from "../../src/stores.ts";

const folder = mkdtempSync(join(tmpdir(), "captured-prompts-"));
const served = join(folder, "served");
/** A day on, sessions change no more only because time passes. */
const engineClockAheadMs = 2 * DAY;
const parts = { ...quietly, clock: () => systemClock() + engineClockAheadMs };

/** Codex's captured session, whose texts it withholds here as it does by default. */
const SESSION = "01a1fc37-7369-7b92-8623-69073a220fbf";
const ASKED = [
  ["2026-11-21T03:47:35.300Z", "Run the tests, some are failing, and tell me why."],
  ["2026-11-21T03:47:37.100Z", "Create NOTES.md with a short summary."],
  ["2026-11-21T03:47:38.500Z", "Thanks, that is all."],
] as const;
const now = systemClock();
const minutesAgo = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();

let appliance: TestAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;
let ann: TestKey;
let bob: TestKey;

async function capture(body: object, key: string, path = "/v1/prompts"): Promise<unknown> {
  const response = await appliance.send(path, body, key);
  expect(response.status).toBe(202);
  return response.json();
}

interface Log {
  event: string | null;
  sessionId: string | null;
  timestamp: string;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  developer: { email: string | null };
}

async function logs(key: string, query: string): Promise<Log[]> {
  const path = `/v1/telemetry/logs?from=2026-01-01T00:00:00Z&limit=500&${query}`;
  return ((await (await appliance.get(path, key)).json()) as { logs: Log[] }).logs;
}

beforeAll(async () => {
  appliance = await startTestAppliance({ directory: served, engineClockAheadMs });
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  ann = await organization.addKey({ developer: "ann@example.com" });
  bob = await organization.addKey({ developer: "bob@example.com" });
  for (const request of await readRun("codex-tool")) {
    const bodyText = ASKED.reduce(
      (text, [, asked]) => text.replaceAll(asked, "[REDACTED]"),
      request.bodyText,
    );
    expect((await sendAsCaptured(appliance, { ...request, bodyText }, ann.key)).status).toBe(200);
  }
  await appliance.settled();
  for (const [index, [timestamp, prompt]] of ASKED.entries())
    // telemetry knows better which agent it is
    await capture(
      { session_id: SESSION, prompt_id: `p-${index}`, agent: "claude-code", timestamp, prompt },
      ann.key,
    );
  for (const [minutes, prompt_text] of [
    [50, "Fix the bug in cart.ts, the total is wrong"],
    [40, "Add a test for the total of an empty cart"],
  ] as const) {
    const common = { session_id: "only-plugin", agent: "claude-code", prompt_id: `q-${minutes}` };
    await capture({ ...common, prompt_text, timestamp: minutesAgo(minutes) }, bob.key);
    await capture({ ...common, prompt_text, timestamp: minutesAgo(minutes - 1) }, bob.key);
    const response = { ...common, timestamp: minutesAgo(minutes - 2), usage: { output_tokens: 100 } };
    await capture(response, bob.key, "/v1/prompts/response");
  }
  const shared = { prompt_text: "The same id, somebody else's", timestamp: minutesAgo(30) };
  await capture({ ...shared, session_id: "only-plugin" }, foreign.key);
  await capture({ ...shared, session_id: SESSION }, bob.key);
  await appliance.settled();
});

afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a session that telemetry and plugin report", () => {
  test("has as many turns as its person sent prompts", async () => {
    const rows = await appliance.metrics(ann.key, `session_id=${SESSION}`);
    expect(rows.map(({ agent, turns }) => [agent, turns])).toEqual([["codex", 2]]);
  });

  test("shows both records, the plugin's with the whole text and without what the writer noted", async () => {
    const found = await logs(ann.key, `session_id=${SESSION}&event=prompt`);
    expect(found.map(({ attributes }) => attributes["prompt"])).toEqual(
      ASKED.map(([, text]) => text).toReversed(),
    );
    expect(found[0]).toMatchObject({
      resource: { "service.name": "claude-code" },
      developer: { email: "ann@example.com" },
    });
    const all = await logs(ann.key, `session_id=${SESSION}`);
    expect(all.length).toBeGreaterThan(20);
    const times = all.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

describe("a session that only the plugin reports", () => {
  test("has a turn for each prompt, however often it was sent, and counts in scores", async () => {
    const rows = await appliance.metrics(bob.key, "session_id=only-plugin");
    expect(rows.map(({ agent, turns, scoreable }) => [agent, turns, scoreable])).toEqual([
      ["claude-code", 2, true],
    ]);
  });

  test("is nobody's else: another organization's of that id is apart", async () => {
    const rows = await appliance.metrics(foreign.key, "session_id=only-plugin");
    expect(rows.map(({ turns, agent }) => [turns, agent])).toEqual([[1, "other"]]);
    expect(await logs(foreign.key, "event=prompt")).toHaveLength(1);
  });

  test("nor does a colleague's prompt fall into a session of that id", async () => {
    const rows = await appliance.metrics(organization.admin, `session_id=${SESSION}`);
    expect(rows.map(({ turns, developer }) => [turns, developer.email]).toSorted()).toEqual([
      [1, "bob@example.com"],
      [2, "ann@example.com"],
    ]);
  });
});

describe("whom a prompt is from", () => {
  async function ownerOf(session_id: string, developer: string, key: string): Promise<string | null> {
    await capture({ session_id, developer, prompt_text: "Whose is this?", timestamp: minutesAgo(20) }, key);
    await appliance.settled();
    const [row] = await appliance.metrics(organization.admin, `session_id=${session_id}`);
    return row?.developer.email ?? row?.developer.name ?? null;
  }

  test("a key that is bound to nobody says by e-mail, or by the id of a developer", async () => {
    expect(await ownerOf("named-1", "Cy@example.com", organization.key)).toBe("cy@example.com");
    const [row] = await appliance.metrics(ann.key);
    expect(await ownerOf("named-2", row?.developer.id ?? "", organization.admin)).toBe("ann@example.com");
  });

  test("an id that nobody here has names nobody", async () => {
    const [theirs] = await appliance.metrics(foreign.key);
    expect(await ownerOf("named-3", theirs?.developer.id ?? "", organization.key)).toBe("key");
  });

  test("a key that is bound to somebody speaks for nobody else", async () => {
    expect(await ownerOf("named-4", "cy@example.com", bob.key)).toBe("bob@example.com");
  });
});

test("a sender cannot mark its own telemetry as the plugin's", async () => {
  const text = (stringValue: string) => ({ stringValue });
  const attributes = [
    { key: "event.name", value: text("prompt") },
    { key: "session.id", value: text("faked") },
    { key: "prompt", value: text("Fix it") },
  ];
  const resource = { attributes: [{ key: "scoring.signal", value: text("prompts") }] };
  const logRecords = [{ timeUnixNano: `${now}000000`, attributes }];
  const body = { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] };
  expect((await appliance.send("/v1/logs", body, organization.key)).status).toBe(200);
  await appliance.settled();
  expect(await appliance.metrics(organization.admin, "session_id=faked")).toEqual([]);
});

test("the books balance, and everything is the same when it is made again, also after joins and an adoption", async () => {
  await appliance.settled();
  const [dump, figures] = [await canonicalDump(appliance.database), await readFigures(appliance.database)];
  expect(describeDifferences(balance(figures, null))).toEqual([]);
  await appliance.stop();
  const copy = join(folder, "copy");
  cpSync(served, copy, { recursive: true });
  appliance = await startTestAppliance({ directory: served, engineClockAheadMs });
  await rebuild(localStores(copy), parts);
  expect(await readFrom(copy, canonicalDump)).toEqual(dump);
  await joinAll(copy);
  await rebuild(localStores(copy), parts);
  expect(await readFrom(copy, canonicalDump)).toEqual(dump);
  await forgetObjectsOfPrompts(copy);
  await rebuild(localStores(copy), { ...parts, adopts: true });
  expect(await readFrom(copy, canonicalDump)).toEqual(dump);
  expect(describeDifferences(balance(await readFrom(copy, readFigures), null))).toEqual([]);
});

/** Leaves the files where they are, as an older database would. */
async function forgetObjectsOfPrompts(directory: string): Promise<void> {
  await writingTo(directory, async (database) => {
    const view = wholeSchema(database);
    const numbers = view.selectFrom("objects").select("number").where("signal", "=", "prompts");
    await view.deleteFrom("object_sessions").where("object", "in", numbers).execute();
    await view.deleteFrom("object_frames").where("object", "in", numbers).execute();
    await view.deleteFrom("objects").where("signal", "=", "prompts").execute();
  });
}

test("a purge takes a person's prompts too", async () => {
  const whose = ["--developer", "ann@example.com", "--org", organization.id];
  expect(await scoring(["purge", "--data-dir", served, ...whose])).toMatchObject({ code: 0 });
  expect(await logs(organization.admin, "q=NOTES.md&event=prompt")).toEqual([]);
  expect(await logs(organization.admin, "session_id=only-plugin&event=prompt")).toHaveLength(4);
});
