/** Whoever reads what another person wrote is in the audit log before the answer is given, and the person sees it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selectEntriesAfter } from "../../src/audit/audit-table.ts";
import type { ReadAnswer } from "../../src/identity/audit/list-reads.ts";
import { promptLog } from "./requests.ts";
import {
  joinTestAppliance,
  startTestAppliance,
  type TestAppliance,
  type TestOrganization,
} from "./running.ts";

let appliance: TestAppliance;
let ours: TestOrganization;
let [ann, bob] = ["", ""];

beforeAll(async () => {
  appliance = await joinTestAppliance();
  ours = await appliance.addOrganization();
  ann = (await ours.addKey({ developer: "ann@example.com", name: "ann" })).key;
  bob = (await ours.addKey({ developer: "bob@example.com", name: "bob" })).key;
  await send(ann, "of-ann");
  await send(bob, "of-bob");
  await appliance.settled();
});
afterAll(() => appliance.stop());

async function send(key: string, session: string): Promise<void> {
  for (const minute of ["10:00", "10:05", "10:10"]) {
    const text = `Explain the parser in ${session}`;
    await appliance.send("/v1/logs", promptLog({ session, at: `2026-11-20T${minute}:00Z`, text }), key);
  }
}

const WINDOW = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";

async function get(path: string, key: string, accept = "application/json"): Promise<Response> {
  const response = await fetch(`${appliance.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, accept },
  });
  return response;
}

async function reads(key: string): Promise<ReadAnswer[]> {
  const response = await get("/v1/session/reads?limit=500", key);
  expect(response.status).toBe(200);
  return ((await response.json()) as { reads: ReadAnswer[] }).reads;
}

function entryCount(): Promise<number> {
  return selectEntriesAfter(appliance.database, { organization: ours.id, after: 0, limit: 1_000 }).then(
    (entries) => entries.length,
  );
}

describe("reading", () => {
  test("one's own prompts and records is in no log", async () => {
    for (const path of [
      `/v1/telemetry/logs?${WINDOW}`,
      `/scoring/prompt-rubric/prompts?${WINDOW}`,
      "/v1/sessions/of-ann/conversation",
      `/v1/search?q=parser&${WINDOW}`,
    ])
      expect((await get(path, ann)).status).toBe(200);
    expect(await reads(ann)).toEqual([]);
  });

  test.each([
    [`/v1/telemetry/logs?session_id=of-ann&${WINDOW}`, "records_read", "/v1/telemetry/logs"],
    ["/v1/sessions/of-ann/conversation", "conversation_read", "/v1/sessions/:id/conversation"],
    ["/v1/sessions/of-ann/timeline", "conversation_read", "/v1/sessions/:id/timeline"],
    [
      `/scoring/prompt-rubric/prompts?developer=ann@example.com&${WINDOW}`,
      "prompts_read",
      "/scoring/prompt-rubric/prompts",
    ],
    [`/v1/search?q=parser&developer=ann@example.com&${WINDOW}`, "search_read", "/v1/search"],
  ] as const)("%s of another person is there before the answer is", async (path, action, route) => {
    const before = await entryCount();
    expect((await get(path, ours.admin)).status).toBe(200);
    expect(await entryCount()).toBe(before + 1);
    const [newest] = await reads(ann);
    expect(newest).toMatchObject({ reader: { kind: "key" }, action, route });
    expect(newest?.reader.name).not.toBeNull();
    expect((await reads(bob)).map(({ route: seen }) => seen)).not.toContain(route);
  });

  test("the same again within the hour adds nothing, and another route does", async () => {
    const before = await entryCount();
    await get(`/v1/telemetry/logs?session_id=of-ann&${WINDOW}`, ours.admin);
    expect(await entryCount()).toBe(before);
    await get(`/v1/intelligence/worst-prompts?developer=ann@example.com&${WINDOW}`, ours.admin);
    expect(await entryCount()).toBeLessThanOrEqual(before + 1);
  });

  test("a list of several people adds an entry for each of them", async () => {
    await get(`/v1/telemetry/logs?${WINDOW}`, ours.admin);
    expect((await reads(bob)).map(({ action }) => action)).toContain("records_read");
  });

  test("at the same moment, many times, adds one entry", async () => {
    const { key } = await ours.addKey({ role: "admin", name: "busy" });
    const before = await entryCount();
    const path = `/v1/telemetry/logs?session_id=of-bob&${WINDOW}`;
    await Promise.all(Array.from({ length: 8 }, () => get(path, key)));
    expect(await entryCount()).toBe(before + 1);
  });

  test("a list as CSV adds that it was taken out as well", async () => {
    const { key } = await ours.addKey({ role: "admin", name: "spreadsheet" });
    const response = await get(`/v1/telemetry/logs?session_id=of-bob&${WINDOW}`, key, "text/csv");
    await response.text();
    const log = (await (await get("/v1/admin/audit?action=data_exported", ours.admin)).json()) as {
      entries: unknown[];
    };
    expect(log.entries[0]).toMatchObject({
      actor: { name: "spreadsheet" },
      action: "data_exported",
      details: { route: "/v1/telemetry/logs", format: "csv" },
    });
    expect((await reads(bob))[0]).toMatchObject({ reader: { name: "spreadsheet" } });
  });

  test("by an agent that asks over MCP adds the same", async () => {
    const { key } = await ours.addKey({ role: "admin", name: "asking agent" });
    const call = { name: "search_my_prompts", arguments: { q: "parser", developer: "ann@example.com" } };
    const answer = await fetch(`${appliance.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    });
    expect(await answer.text()).toContain("parser");
    expect((await reads(ann))[0]).toMatchObject({ reader: { name: "asking agent" }, action: "search_read" });
  });
});

describe("who read what a person wrote", () => {
  test("is empty for a key of nobody, and asked with a key only", async () => {
    expect(await reads(ours.admin)).toEqual([]);
    expect((await fetch(`${appliance.url}/v1/session/reads`)).status).toBe(401);
  });

  test("is read page by page", async () => {
    const all = await reads(ann);
    expect(all.length).toBeGreaterThan(2);
    const first = (await (await get("/v1/session/reads?limit=2", ann)).json()) as {
      reads: ReadAnswer[];
      nextCursor: string;
    };
    expect(first.reads).toEqual(all.slice(0, 2));
    const next = await get(`/v1/session/reads?limit=2&cursor=${first.nextCursor}`, ann);
    expect(((await next.json()) as typeof first).reads).toEqual(all.slice(2, 4));
  });
});

describe("the log as JSON Lines", () => {
  test("holds every entry, and that it was taken out", async () => {
    const response = await get("/v1/admin/audit/export", ours.admin);
    expect(response.headers.get("content-type")).toContain("application/jsonl");
    const lines = (await response.text()).trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as { number: number; action: string });
    expect(entries[0]?.action).toBe("audit_exported");
    expect(entries.map(({ number }) => number)).toEqual(
      Array.from({ length: entries.length }, (_, index) => entries.length - index),
    );
    expect((await get("/v1/admin/audit/export", ann)).status).toBe(403);
  });
});

describe("a restart", () => {
  test("within the hour adds no second entry for the same", async () => {
    const directory = mkdtempSync(join(tmpdir(), "read-"));
    const first = await startTestAppliance({ directory });
    const keys = first.firstKeys ?? { admin: "", member: "" };
    const sent = promptLog({
      session: "s",
      at: "2026-11-20T10:00:00Z",
      attributes: { "user.email": "cy@x.io" },
    });
    await first.send("/v1/logs", sent, keys.admin);
    await first.settled();
    const path = `/v1/telemetry/logs?${WINDOW}`;
    await first.get(path, keys.admin);
    const count = async (running: TestAppliance) => {
      const log = (await (await running.get("/v1/admin/audit?action=records_read", keys.admin)).json()) as {
        entries: unknown[];
      };
      return log.entries.length;
    };
    const before = await count(first);
    expect(before).toBeGreaterThan(0);
    await first.stop();
    const second = await startTestAppliance({ directory });
    await second.get(path, keys.admin);
    expect(await count(second)).toBe(before);
    await second.stop();
    rmSync(directory, { recursive: true, force: true });
  });
});
