/** A directory of a version that knew sessions by the agent's id only, and no prompts, serves what it served. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import type { Database } from "../../src/database/open.ts";
import { selectPurges } from "../../src/insights/governance/journal-table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { ID_POSITION } from "../../src/vocabulary/held-name.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { expireObject, findDue } from "../../src/writer/upkeep/expire.ts";
import { scoring } from "../cli/in-process.ts";
import { writingTo } from "./at-rest.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { tuesdayAndWednesday } from "./working-days.ts";
import { openObjectsOf } from "../../src/stores.ts";

/** Bounds under which every object is due. */
const EVERYTHING = { days: null, maxBytes: 0 };

const folder = mkdtempSync(join(tmpdir(), "earlier-"));
const directory = join(folder, "served");
const purged = join(folder, "purged");
/** Retention has removed every record. */
const expired = join(folder, "expired");
/** By then nothing changes only because time passes. */
const engineClockAheadMs = 100 * DAY;

let appliance: TestAppliance;
let organization: TestOrganization;
let dump: Record<string, string[]>;

beforeAll(async () => {
  appliance = await startTestAppliance({ directory, engineClockAheadMs });
  organization = await appliance.addOrganization();
  const { key } = await organization.addKey({ developer: "ann@example.com" });
  for (const run of ["opencode-ok", "qwen-tool"])
    for (const request of await readRun(run)) await sendAsCaptured(appliance, request, organization.key);
  await appliance.settled();
  const sessions = generateSessions({ seed: "earlier", ...tuesdayAndWednesday(systemClock()) });
  const [longest] = sessions.toSorted((one, other) => other.steps.length - one.steps.length);
  if (longest === undefined) throw new Error("nobody worked");
  for (const { path, body } of toRequests(longest)) await appliance.send(path, body, key);
  await appliance.settled();
  const said = await fetch(`${appliance.url}/scoring/sub-sessions/boundaries`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ session_id: longest.id, turn_index: 3, action: "split" }),
  });
  expect(said.status).toBe(200);
  await appliance.settled();
  dump = await canonicalDump(appliance.database);
  await appliance.stop();
  await writingTo(directory, async (database) => {
    const parts = { database, objects: openObjectsOf({ dataDir: directory }), clock: systemClock };
    // an object may hold records that name no session
    for (const due of await findDue(database, EVERYTHING, systemClock()))
      if ((await count(database, "sealed_sessions")) === 0) expect(await expireObject(parts, due)).toBe(true);
    await asEarlier(database);
  });
  cpSync(directory, purged, { recursive: true });
  cpSync(directory, expired, { recursive: true });
  await writingTo(expired, async (database) => {
    const parts = { database, objects: openObjectsOf({ dataDir: expired }), clock: systemClock };
    for (const due of await findDue(database, EVERYTHING, systemClock())) await expireObject(parts, due);
  });
  appliance = await startTestAppliance({ directory, engineClockAheadMs });
  await appliance.settled();
});

afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes the names and the prompts away again. */
async function asEarlier(database: Database): Promise<void> {
  const run = (text: string) => database.executeQuery(CompiledQuery.raw(text));
  const byId = new Set(["object_sessions", "sealed_sessions"]);
  const found = await database.introspection.getTables();
  for (const { name, columns } of found.filter((one) => !byId.has(one.name)))
    if (columns.some((column) => column.name === "session"))
      await run(`update "${name}" set session = substr(session, ${ID_POSITION})`);
  const unnamed = (column: string) =>
    `${column} = substr(${column}, 1, 2) || substr(${column}, ${ID_POSITION + 2})`;
  await run(`update scope_sessions set ${unnamed("scope")}`);
  await run(`update sighting_chunks set ${unnamed("scope")}, ${unnamed("instance")}`);
  await run("drop index sessions_by_id");
  await run("drop table prompts");
  await run("delete from table_sets where name in ('session_names', 'prompts')");
}

async function count(database: Database, table: string): Promise<number> {
  const asked = CompiledQuery.raw(`select count(*) as rows from "${table}"`);
  const { rows } = await database.executeQuery<{ rows: number }>(asked);
  return rows[0]?.rows ?? 0;
}

describe("sessions of an earlier version", () => {
  test("have the rows that they had, also those some of whose records retention has removed", async () => {
    expect(await count(appliance.database, "sealed_sessions")).toBeGreaterThan(0);
    expect(dump["prompts"]).not.toBeEmpty();
    expect(await canonicalDump(appliance.database)).toEqual(dump);
  });

  test("have the prompts that no version kept, also those whose records retention has removed", async () => {
    const other = await startTestAppliance({ directory: expired, engineClockAheadMs });
    await other.settled();
    expect((await canonicalDump(other.database))["prompts"]).toEqual(dump["prompts"]);
    await other.stop();
  });

  test("say in their timelines whether retention has removed records of them", async () => {
    const asked = CompiledQuery.raw("select session from sealed_sessions");
    const { rows } = await appliance.database.executeQuery<{ session: string }>(asked);
    const list = await appliance.get("/v1/sessions?from=2026-01-01T00:00:00Z&limit=500", organization.admin);
    const { sessions } = (await list.json()) as { sessions: { sessionId: string }[] };
    const removed: string[] = [];
    for (const { sessionId } of sessions) {
      const timeline = await appliance.get(`/v1/sessions/${sessionId}/timeline?limit=1`, organization.admin);
      const { recordsRemoved } = (await timeline.json()) as { recordsRemoved: boolean };
      if (recordsRemoved) removed.push(sessionId);
    }
    expect(removed).not.toBeEmpty();
    expect(removed.length).toBeLessThan(sessions.length);
    expect(rows.map(({ session }) => session)).toEqual(expect.arrayContaining(removed));
  });

  test("keep what was said of their boundaries", async () => {
    expect(await count(appliance.database, "boundary_overrides")).toBe(1);
    const kept = (dump["boundary_looks"] ?? []).filter((row) => row.includes('"override":"split"'));
    expect(kept).toHaveLength(1);
  });

  test("go with the person whom a command purges before a server has served them", async () => {
    const whose = ["--org", organization.id, "--developer", "ann@example.com"];
    expect(await scoring(["purge", "--data-dir", purged, ...whose])).toMatchObject({ code: 0 });
    const other = await startTestAppliance({ directory: purged, engineClockAheadMs });
    await other.settled();
    await eventually(async () => (await selectPurges(other.database)).every(({ done }) => done));
    const left = await other.metrics(organization.admin);
    const before = await appliance.metrics(organization.admin);
    const others = before.filter(({ developer }) => developer.email !== "ann@example.com");
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBeLessThan(before.length);
    expect(left).toEqual(others);
    const logs = await other.get(
      "/v1/telemetry/logs?from=2000-01-01T00:00:00Z&limit=500",
      organization.admin,
    );
    expect(await logs.text()).not.toContain("ann@example.com");
    expect(await count(other.database, "boundary_overrides")).toBe(0);
    await other.stop();
  });
});
