/** Everything that is stored about a person, and nothing of anybody else, from a server that goes on working. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashKey } from "../../../../src/identity/keys/key.ts";
import { OWNED_TABLES } from "../../../../src/insights/governance/owned-tables.ts";
import type { StoredLine } from "../../../../src/vocabulary/otlp.ts";
import { countPoints } from "../../../../src/writer/points.ts";
import { scoring } from "../../../cli/in-process.ts";
import { logRecordsOf, metricsOf, spansOf } from "../../../ingest/bodies.ts";
import { unzipped } from "../../../unzipped.ts";
import { readRun, sendAsCaptured } from "../../captured-runs.ts";
import { listedWork } from "../../listed-work.ts";
import { promptLog } from "../../requests.ts";
import {
  eventually,
  startTestAppliance,
  type OwnAppliance,
  type TestKey,
  type TestOrganization,
} from "../../running.ts";

const directory = mkdtempSync(join(tmpdir(), "own-data-"));
const OWN = "/v1/me/export";
const BUDGETS = "/v1/governance/budgets";
const ANN = "ann@example.test";
const BOB = "bob@example.test";
const CARL = "carl@example.test";

const WORDS_OF_OTHERS = [
  "work of bob",
  "shared by bob",
  "Words of bob",
  "Words of carl",
  "Typed by bob",
  "Cross, says bob",
  "Corrected by bob",
  "work of foreigner",
];

let appliance: OwnAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;
let ann: TestKey;
let bob: TestKey;
let shared: TestKey;
let foreignAnn: TestKey;

beforeAll(async () => {
  appliance = await startTestAppliance({ directory });
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  ann = await organization.addKey({ name: "key of ann", developer: ANN });
  bob = await organization.addKey({ name: "key of bob", developer: BOB });
  shared = await organization.addKey({ name: "shared key" });
  foreignAnn = await foreign.addKey({ name: "foreign key", developer: ANN });
  for (const run of ["codex-tool", "opencode-ok", "gemini-ok"])
    for (const request of await readRun(run)) await sendAsCaptured(appliance, request, ann.key);
  for (const request of await readRun("gemini-tool")) await sendAsCaptured(appliance, request, bob.key);
  await work("ann", ann);
  await work("bob", bob);
  await work("foreigner", foreignAnn);
  const minutes = (now: number) => new Date(Date.now() - now * 60_000).toISOString();
  for (const [name, minute] of [
    ["ann", 30],
    ["bob", 20],
    ["carl", 10],
  ] as const) {
    const attributes = { "user.email": `${name}@example.test` };
    const prompt = {
      session: `shared by ${name}`,
      at: minutes(minute),
      text: `Words of ${name}`,
      attributes,
    };
    await appliance.send("/v1/logs", promptLog(prompt), shared.key);
  }
  await change("/v1/prompts", { session_id: "plugin", prompt_text: "Typed by ann in Claude Code" }, ann.key);
  await change("/v1/prompts", { session_id: "plugin", prompt_text: "Typed by bob in Claude Code" }, bob.key);
  await change("/v1/satisfaction", { score: 4, comment: "Content, says ann" }, ann.key);
  await change("/v1/satisfaction", { score: 2, comment: "Cross, says bob" }, bob.key);
  await appliance.settled();
  await correct(ann.key, "Corrected by ann");
  await correct(bob.key, "Corrected by bob");
  await change(BUDGETS, budgets(), organization.admin);
  await change("/v1/session", { key: ann.key }, ann.key);
  await reportOn(organization.admin);
  await appliance.settled();
});

afterAll(async () => {
  await appliance.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function work(name: string, { key }: TestKey): Promise<void> {
  const requests = listedWork({ name, model: "claude-sonnet-4-5", from: "2026-11-20T09:00:00Z" });
  for (const { path, body } of requests) await appliance.send(path, body, key);
}

async function change(path: string, body: object, key: string): Promise<Response> {
  const method = path === BUDGETS ? "PUT" : "POST";
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(appliance.url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function correct(key: string, note: string): Promise<void> {
  const [task] = (await appliance.metrics(key)).filter(({ sessionId }) => sessionId.startsWith("work of"));
  await change(`/scoring/sub-sessions/${task?.subSessionId}/outcome`, { outcome: "partly", note }, key);
}

const budgets = () => ({
  budgets: [ANN, BOB].map((developer) => ({ developer, limit_usd: 100 })),
});

async function reportOn(key: string): Promise<void> {
  const window = { from: "2026-11-15T00:00:00Z", to: "2026-12-01T00:00:00Z" };
  const { id } = (await (await change("/v1/insights/report/generate", window, key)).json()) as { id: string };
  await eventually(async () => {
    const answer = await appliance.get(`/v1/insights/report/status/${id}`, key);
    return ((await answer.json()) as { status: string }).status === "completed";
  });
}

async function filesOf(path: string, key: string): Promise<Map<string, string>> {
  const answer = await appliance.get(path, key);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return unzipped(await answer.bytes());
}

function linesOf(files: ReadonlyMap<string, string>, name: string): Record<string, unknown>[] {
  const text = files.get(name) ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function recordsIn(files: ReadonlyMap<string, string>): number {
  const stored = ["logs", "prompts", "spans", "metrics"].flatMap((name) =>
    linesOf(files, `records/${name}.jsonl`),
  ) as StoredLine[];
  const points = metricsOf(stored).reduce((sum, metric) => sum + countPoints(metric), 0);
  return logRecordsOf(stored).length + spansOf(stored).length + points;
}

async function idOf(email: string, admin = organization.admin): Promise<string> {
  const answer = await appliance.get("/v1/developers", admin);
  const { developers } = (await answer.json()) as { developers: { id: string; email: string | null }[] };
  return developers.find((developer) => developer.email === email)?.id ?? "unknown";
}

interface WouldGo {
  records: number;
  rows: Record<string, number>;
}

async function wouldBePurged(email: string): Promise<WouldGo> {
  const dryRun = ["--developer", email, "--org", organization.id, "--dry-run", "--json"];
  return JSON.parse((await scoring(["purge", "--data-dir", directory, ...dryRun])).out) as WouldGo;
}

describe("an export", () => {
  test("is refused without a key, and to a key that is nobody's own", async () => {
    expect((await fetch(appliance.url + OWN)).status).toBe(401);
    const answer = await appliance.get(OWN, organization.admin);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("nobody in person")]);
  });

  test("of somebody else is for admins of the same organization only", async () => {
    const path = `/v1/admin/developers/${await idOf(ANN)}/export`;
    expect((await appliance.get(path, ann.key)).status).toBe(403);
    expect((await appliance.get(path, shared.key)).status).toBe(403);
    expect((await appliance.get(path, foreign.admin)).status).toBe(404);
    expect((await appliance.get("/v1/admin/developers/nobody/export", organization.admin)).status).toBe(404);
  });

  test("holds exactly the records and rows that a purge would remove", async () => {
    const files = await filesOf(OWN, ann.key);
    const { records, rows } = await wouldBePurged(ANN);
    expect(recordsIn(files)).toBe(records);
    expect(records).toBeGreaterThan(150);
    const { reports: _named, ...counted } = rows;
    const lines = Object.keys(counted).map((table) => [
      table,
      linesOf(files, `tables/${table}.jsonl`).length,
    ]);
    expect(Object.fromEntries(lines)).toEqual(counted);
    expect(Object.keys(counted).length).toBeGreaterThan(15);
  });

  test("has records of all three signals, prompts, corrections, check-ins, mentions and who the person is", async () => {
    const files = await filesOf(OWN, ann.key);
    for (const name of ["logs", "prompts", "spans", "metrics"])
      expect(linesOf(files, `records/${name}.jsonl`).length).toBeGreaterThan(0);
    expect(files.get("records/prompts.jsonl")).toContain("Typed by ann in Claude Code");
    expect(files.get("records/logs.jsonl")).toContain("Words of ann");
    expect(linesOf(files, "tables/said_outcomes.jsonl")).toMatchObject([{ note: "Corrected by ann" }]);
    expect(linesOf(files, "tables/check_ins.jsonl")).toMatchObject([
      { score: 4, comment: "Content, says ann" },
    ]);
    const mentioned = linesOf(files, "mentions.jsonl").map((mention) => mention["in"]);
    expect([...new Set(mentioned)].toSorted()).toEqual(["budgets", "report"]);
    expect(JSON.parse(files.get("person.json") ?? "")).toMatchObject({
      developers: [{ email: ANN }],
      keys: [{ id: ann.id, name: "key of ann" }],
      signIns: [{ key: ann.id, way: "key" }],
    });
  });

  test("names in its readme every file, and every table that declares an owner, also empty ones", async () => {
    const files = await filesOf(OWN, ann.key);
    const readme = files.get("README.txt") ?? "";
    const named = [...readme.matchAll(/^ {2}(\S+?)(?: \(\d+\))?(?::|$)/gm)].map(([, name]) => name ?? "");
    expect(named).toEqual(expect.arrayContaining([...files.keys()].filter((name) => name !== "README.txt")));
    const tables = OWNED_TABLES.map(({ name }) => `tables/${name}.jsonl`);
    expect(named).toEqual(expect.arrayContaining(tables));
    expect(tables.filter((name) => !readme.includes(`${name}: `) && !readme.includes(`${name} (`))).toEqual(
      [],
    );
    for (const line of readme.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });

  test("holds nothing of a colleague, of a shared key's other users, nor of another organization", async () => {
    const files = await filesOf(OWN, ann.key);
    const others = [
      ...WORDS_OF_OTHERS,
      BOB,
      CARL,
      await idOf(BOB),
      await idOf(CARL),
      bob.id,
      foreign.id,
      foreignAnn.id,
      await idOf(ANN, foreign.admin),
    ];
    const found = [...files].flatMap(([name, text]) =>
      others.filter((mark) => text.includes(mark)).map((mark) => `${mark} in ${name}`),
    );
    expect(found).toEqual([]);
  });

  test("holds no secret: no key, no hash of one, no sign-in", async () => {
    const files = await filesOf(OWN, ann.key);
    const text = [...files.values()].join("\n");
    const keys = [ann, bob, shared].map(({ key }) => key);
    for (const secret of [...keys, ...keys.map(hashKey)]) expect(text.includes(secret)).toBe(false);
    const columns = [...files.keys()]
      .filter((name) => name.startsWith("tables/"))
      .flatMap((name) => Object.keys(linesOf(files, name)[0] ?? {}));
    expect(columns.filter((name) => /hash|secret|token|sealed|password/.test(name))).toEqual([]);
    expect(files.get("person.json")).not.toMatch(/"\w*(hash|secret|token)\w*":/i);
  });

  test("for an admin is the same without the check-ins, which are the person's own", async () => {
    const id = await idOf(ANN);
    const [own, files] = [
      await filesOf(OWN, ann.key),
      await filesOf(`/v1/admin/developers/${id}/export`, organization.admin),
    ];
    expect([...own.keys()].filter((name) => !files.has(name))).toEqual(["tables/check_ins.jsonl"]);
    expect(recordsIn(files)).toBe(recordsIn(own));
    expect([...files.values()].join("\n")).not.toContain("Content, says ann");
    expect(files.get("README.txt")).toContain("Check-ins are shown only to the person");
  });

  test("is in the audit log, which the person reads in the next one: who has it, and when", async () => {
    await filesOf(`/v1/admin/developers/${await idOf(ANN)}/export`, organization.admin);
    const exported = linesOf(await filesOf(OWN, ann.key), "audit.jsonl").filter(
      ({ action }) => action === "person_exported",
    );
    expect(exported.map(({ actor }) => (actor as { name: string }).name)).toEqual(
      expect.arrayContaining(["key of ann", "admin"]),
    );
    const page = await appliance.get("/v1/admin/audit?action=person_exported", organization.admin);
    expect(await page.text()).toContain("person_exported");
  });

  test("can be given up, and begun again", async () => {
    const reader = (await appliance.get(OWN, ann.key)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await eventually(async () => (await appliance.get(OWN, ann.key)).status === 200);
  });

  test("is whole while records come in", async () => {
    let isDone = false;
    const sending = (async () => {
      for (let number = 0; !isDone; number += 1)
        await appliance.send(
          "/v1/logs",
          promptLog({ session: `late ${number}`, text: "Late words" }),
          ann.key,
        );
    })();
    for (let time = 0; time < 5; time += 1)
      await eventually(async () => {
        const answer = await appliance.get(OWN, ann.key);
        if (answer.status === 409) return false;
        expect(recordsIn(await unzipped(await answer.bytes()))).toBeGreaterThan(150);
        return true;
      });
    isDone = true;
    await sending;
    await appliance.settled();
    expect((await filesOf(OWN, ann.key)).get("records/logs.jsonl")).toContain("Late words");
  });
});

describe("after a purge", () => {
  test("there is nothing to export, and everybody else's is as it was", async () => {
    const id = await idOf(ANN);
    const before = recordsIn(await filesOf(OWN, bob.key));
    expect(
      (await scoring(["purge", "--data-dir", directory, "--org", organization.id, "--developer", ANN])).code,
    ).toBe(0);
    await eventually(async () => (await appliance.get(OWN, ann.key)).status === 401);
    await eventually(async () => {
      const answer = await appliance.get(`/v1/admin/developers/${id}/export`, organization.admin);
      if (answer.status === 404) return true;
      // a busy machine answers 503 now and then
      if (answer.status !== 200) return false;
      const files = await unzipped(await answer.bytes());
      return [...files.keys()].every(
        (name) => name === "README.txt" || name === "person.json" || name === "audit.jsonl",
      );
    });
    expect(recordsIn(await filesOf(OWN, bob.key))).toBe(before);
  });
});
