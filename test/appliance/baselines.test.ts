/** Baselines as people meet them: shipped, learned, set; and windows that are recomputed against them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batched } from "../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import type { BaselinesAnswer } from "../../src/metrics/baselines/baselines-answer.ts";
import { named } from "../session-names.ts";
import { wholeSchema } from "../whole-schema.ts";

const directory = mkdtempSync(join(tmpdir(), "baselines-"));
const now = systemClock();
const [monday, friday] = [now - 9 * DAY, now - 2 * DAY];

let appliance: TestAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({ directory });
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  for (const session of generateSessions({ seed: "baselines", from: monday, to: friday })) {
    for (const { path, body } of batched(toRequests(session)))
      await appliance.send(path, body, organization.key);
  }
  await appliance.settled();
});
afterAll(async () => {
  await appliance.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** @remarks Takes method and path. */
async function ask(request: string, key?: string, body?: unknown): Promise<Response> {
  const [method = "", path = ""] = request.split(" ");
  return fetch(appliance.url + path, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function baselines(key: string): Promise<BaselinesAnswer> {
  return (await (await ask("GET /scoring/baselines", key)).json()) as BaselinesAnswer;
}

async function versions(): Promise<unknown[]> {
  const rows = await appliance.metrics(organization.key);
  return [...new Set(rows.map((row) => row.baselineVersion))];
}

const WINDOW = { from: new Date(monday).toISOString(), to: new Date(now).toISOString() };

async function recomputed(): Promise<{ id: string; done: number; total: number }> {
  const response = await ask("POST /scoring/metrics/recompute", organization.admin, WINDOW);
  expect(response.status).toBe(202);
  const { id, status } = (await response.json()) as { id: string; status: string };
  expect(status).toBe("pending");
  const progress = async () =>
    (await (await ask(`GET /scoring/metrics/recompute/${id}`, organization.admin)).json()) as {
      id: string;
      status: string;
      done: number;
      total: number;
    };
  await eventually(async () => (await progress()).status === "completed");
  return progress();
}

describe("who may ask", () => {
  test("nobody without a key", async () => {
    expect((await ask("GET /scoring/baselines")).status).toBe(401);
    expect((await ask("PUT /scoring/baselines", undefined, { m: 0 })).status).toBe(401);
    expect((await ask("POST /scoring/metrics/recompute", undefined, WINDOW)).status).toBe(401);
    expect((await ask("GET /scoring/metrics/recompute/x")).status).toBe(401);
  });

  test("members read baselines, only admins change anything", async () => {
    expect((await ask("GET /scoring/baselines", organization.key)).status).toBe(200);
    expect((await ask("PUT /scoring/baselines", organization.key, { m: 0 })).status).toBe(403);
    expect((await ask("PUT /scoring/baselines", organization.key, { m: "x" })).status).toBe(403);
    expect((await ask("POST /scoring/metrics/recompute", organization.key, WINDOW)).status).toBe(403);
    expect((await ask("GET /scoring/metrics/recompute/x", organization.key)).status).toBe(403);
  });

  test("another organization's recompute looks like one that is not there", async () => {
    const response = await ask("POST /scoring/metrics/recompute", foreign.admin, WINDOW);
    const { id } = (await response.json()) as { id: string };
    expect((await ask(`GET /scoring/metrics/recompute/${id}`, organization.admin)).status).toBe(404);
    expect((await ask("GET /scoring/metrics/recompute/none", organization.admin)).status).toBe(404);
    await eventually(async () => {
      const found = await ask(`GET /scoring/metrics/recompute/${id}`, foreign.admin);
      return ((await found.json()) as { status: string }).status === "completed";
    });
  });
});

describe("what is refused", () => {
  test.each([
    [{ m: 2 }, "m"],
    [{ undoneShare: 1.1 }, "undoneShare"],
    [{ repair_share: 0.01 }, "repairShare"],
    [{ usual_lines: 0 }, "usualLines"],
    [{ tokens: { new: -1 } }, "tokens.new"],
    [{ tokens: { tiny: 1 } }, "tokens"],
    [{ humanSeconds: { other: 9 } }, "humanSeconds"],
    [{ reference: { skill: 0 } }, "reference"],
    [{ tokensByAgent: [{ agent: "nobody" }] }, "tokensByAgent.0.agent"],
    [{ tokensByAgent: [{ agent: "codex" }, { agent: "codex" }] }, "tokensByAgent"],
    // those of earlier formulas
    [{ buckets: [{ bucket: 1, tokens: 1 }] }, "root"],
    [{ qrReference: 85 }, "root"],
    [{ usual: 1 }, "root"],
  ])("baselines: %j", async (body, field) => {
    const response = await ask("PUT /scoring/baselines", organization.admin, body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect(errors[0]?.path).toStartWith(field);
  });

  test.each([
    [{}, "from"],
    [{ from: WINDOW.from }, "to"],
    [{ from: WINDOW.to, to: WINDOW.from }, "from"],
    [{ from: "2026-02-30T00:00:00Z", to: WINDOW.to }, "from"],
  ])("a window: %j", async (body, field) => {
    const response = await ask("POST /scoring/metrics/recompute", organization.admin, body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect(errors[0]?.path).toBe(field);
  });
});

describe("an organization's baselines", () => {
  test("are the shipped ones as long as there is nothing to learn from", async () => {
    expect(await baselines(foreign.key)).toEqual({
      version: 0,
      source: "shipped",
      learnedAt: null,
      learnedFrom: null,
      inForceFrom: null,
      baseline: "shipped",
      previous: null,
      notice: null,
      ...shippedBaselines,
      tokensByAgent: [],
    });
  });

  test.each([
    "scores",
    "trends",
    "trends/speed",
    "skill-inputs",
    "team",
    "team/trend",
    "metrics",
    "sub-sessions",
    "sub-sessions/by-session",
    "sub-sessions/rollup",
    "baselines",
  ])("are named with the numbers of /scoring/%s", async (path) => {
    await appliance.learned(organization.id);
    const said = async ({ key }: TestOrganization) =>
      ((await (await ask(`GET /scoring/${path}`, key)).json()) as { baseline: string }).baseline;
    expect(await said(organization)).toBe("learned");
    expect(await said(foreign)).toBe("shipped");
  });

  test("are learned from thirty closed sub-sessions, and hold for all work before", async () => {
    await appliance.learned(organization.id);
    const learned = await baselines(organization.key);
    expect(learned.version).toBe(1);
    expect(learned).toMatchObject({ source: "learned", notice: null, previous: { version: 0 } });
    const { from, to } = learned.learnedFrom ?? { from: "", to: "" };
    expect(Date.parse(to) - Date.parse(from)).toBe(56 * DAY);
    expect(Date.parse(from)).toBeGreaterThan(monday);
    expect(learned.tokensByAgent.length).toBeGreaterThan(1);
    expect(await versions()).toEqual([1]);
    const restated = await canonicalDump(appliance.database);
    await measureAgain((await appliance.metrics(organization.key)).map((row) => row.sessionId));
    expect(await canonicalDump(appliance.database)).toEqual(restated);
  });

  test("are inherited where an admin does not set them", async () => {
    const before = await baselines(organization.key);
    const wish = {
      tokens: { new: 77_000 },
      human_seconds: { on: 33 },
      tokens_by_agent: [{ agent: "codex", other: 9_000 }],
      usual_lines: 44,
      reference: { speed: 0.02 },
    };
    const response = await ask("PUT /scoring/baselines", organization.admin, wish);
    expect(response.status).toBe(200);
    const set = (await response.json()) as BaselinesAnswer;
    expect(set).toMatchObject({ version: 2, source: "set", usualLines: 44, m: before.m, learnedFrom: null });
    expect(before).toMatchObject(set.previous ?? {});
    expect(set.previous?.version).toBe(1);
    expect(set.tokens).toEqual({ ...before.tokens, new: 77_000 });
    expect(set.humanSeconds).toEqual({ ...before.humanSeconds, on: 33 });
    expect(set.reference).toEqual({ ...before.reference, speed: 0.02 });
    expect(set.tokensByAgent).toEqual(
      before.tokensByAgent.map((usual) => (usual.agent === "codex" ? { ...usual, other: 9_000 } : usual)),
    );
    expect(await baselines(organization.key)).toEqual(set);
    expect(await versions()).toEqual([1]);
    await ask("PUT /scoring/baselines", foreign.admin, { m: 0 });
    const ofWindow = async (from: number) => {
      const answer = await ask(`GET /scoring/scores?from=${new Date(from).toISOString()}`, foreign.key);
      return ((await answer.json()) as { baseline: string }).baseline;
    };
    // work before it may still be held against shipped values
    expect([await ofWindow(monday), await ofWindow(systemClock())]).toEqual(["shipped", "set"]);
  });

  test("are put on a window by a recompute, as if it had been measured against them", async () => {
    const before = await appliance.metrics(organization.key);
    const done = await recomputed();
    const after = await appliance.metrics(organization.key);
    expect(done).toMatchObject({ status: "completed", done: after.length, total: after.length });
    expect(await versions()).toEqual([2]);
    expect(after.map((row) => row.sse)).not.toEqual(before.map((row) => row.sse));
    expect(after.map(({ crr, fc, qr }) => [crr, fc, qr])).toEqual(
      before.map(({ crr, fc, qr }) => [crr, fc, qr]),
    );
    const restated = await canonicalDump(appliance.database);
    await measureAgain(after.map((row) => row.sessionId));
    expect(await canonicalDump(appliance.database)).toEqual(restated);
  });

  test("are taken as they were answered", async () => {
    const before = await baselines(organization.key);
    const response = await ask("PUT /scoring/baselines", organization.admin, before);
    const set = (await response.json()) as BaselinesAnswer;
    const same = { version: 0, learnedAt: null, inForceFrom: null, previous: null };
    expect({ ...set, ...same }).toEqual({ ...before, ...same });
    expect(set.previous?.version).toBe(before.version);
    expect(set.version).toBe(before.version + 1);
  });
});

describe("a version of earlier formulas", () => {
  const OLD = JSON.stringify({ m: -0.1, qrReference: 85, buckets: [{ tokens: 1 }] });

  async function keep(organization: string, source: "set" | "learned"): Promise<void> {
    const database = openDatabaseOf(localStores(directory), "write");
    await wholeSchema(database)
      .insertInto("baseline_versions")
      .values({ organization, version: 7, source, created_at: now, in_force_from: now, baselines: OLD })
      .execute();
    await database.destroy();
  }

  test.each([
    [
      "is dropped, and said to be, where an admin had set it",
      "set",
      expect.stringContaining("earlier formulas"),
    ],
    ["is dropped in silence where it was learned", "learned", null],
  ] as const)("%s", async (_, source, notice) => {
    const { id, key, admin } = await appliance.addOrganization();
    await keep(id, source);
    expect(await baselines(key)).toMatchObject({ version: 0, source: "shipped", notice });
    const set = (await (await ask("PUT /scoring/baselines", admin, { m: 0 })).json()) as BaselinesAnswer;
    expect(set).toMatchObject({ version: 1, source: "set", m: 0, tokens: shippedBaselines.tokens });
  });
});

/** Sessions are measured whole, as a late record would have it. */
async function measureAgain(sessions: readonly string[]): Promise<void> {
  const database = openDatabaseOf(localStores(directory), "write");
  const measurer = new Measurer({
    database,
    clock: systemClock,
    prices: loadPrices({ pricesFile: null }),
    outages: () => [],
  });
  const names = [...new Set(sessions)].map((session) => ({
    organization: organization.id,
    session: named(session),
  }));
  await measurer.measure(names);
  await database.destroy();
}
