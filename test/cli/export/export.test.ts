/** `scoring export` of an appliance that runs: the rows of the API, read back by DuckDB. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, readdirSync, writeFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promptLog } from "../../appliance/requests.ts";
import type { TestOrganization } from "../../appliance/running.ts";
import { scoring } from "../in-process.ts";
import { type DuckDb, openDuckDb } from "../../duckdb.ts";
import {
  type ExportAnswer,
  exportCommand,
  type ExportedWork,
  newFolder,
  startExportedWork,
} from "./exported-work.ts";
import { readText } from "../../sources.ts";

const NOVEMBER = ["--from", "2026-11-01", "--to", "2026-12-01"];
const SINCE = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const TABLES = ["sessions", "sub_sessions", "turns", "usage", "scores"];
/** No generated session is on this day. */
const LATE = "2026-11-20";

let work: ExportedWork;
let foreign: TestOrganization;
let folder = "";
let answer: ExportAnswer;
let exported: DuckDb;
const folders: string[] = [];

function freshFolder(): string {
  const path = newFolder();
  folders.push(dirname(path));
  return path;
}

async function sendPrompt(session: string, key: string, text = "Add a cart to the shop"): Promise<void> {
  const attributes = { "user.email": "ada@example.test" };
  await work.appliance.send(
    "/v1/logs",
    promptLog({ session, at: `${LATE}T10:00:00Z`, attributes, text }),
    key,
  );
}

beforeAll(async () => {
  work = await startExportedWork();
  foreign = await work.appliance.addOrganization();
  await sendPrompt("=1+1", work.organization.key);
  await sendPrompt("foreign", foreign.key);
  await work.appliance.settled();
  folder = freshFolder();
  answer = await work.run(folder, ...NOVEMBER);
  exported = await openDuckDb(folder);
});
afterAll(async () => {
  exported.close();
  for (const made of folders) rmSync(made, { recursive: true });
  await work.appliance.stop();
});

async function asked<Answer>(path: string): Promise<Answer> {
  const response = await work.appliance.get(path, work.organization.admin);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** All rows of a list. */
async function listed<Row>(path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = "";
  do {
    const page = await asked<Record<string, Row[]> & { nextCursor: string | null }>(`${path}${cursor}`);
    rows.push(...(page[name] ?? []));
    cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
  } while (cursor !== "");
  return rows;
}

async function oneRow(sql: string) {
  const [row] = await exported.ask(sql);
  return row;
}

describe("an export", () => {
  test("has the sessions of the list, with their sums", async () => {
    const rows = await listed<{ turns: number; costUsd: number | null; errors: number }>(
      `/v1/sessions?${SINCE}&limit=100`,
      "sessions",
    );
    const row = await oneRow(
      "SELECT count(*) AS rows, sum(turns) AS turns, sum(errors) AS errors, round(sum(costUsd), 6) AS usd FROM 'sessions/*.parquet'",
    );
    const usd = rows.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
    expect(rows.length).toBeGreaterThan(10);
    expect(row).toEqual({
      rows: rows.length,
      turns: rows.reduce((sum, { turns }) => sum + turns, 0),
      errors: rows.reduce((sum, { errors }) => sum + errors, 0),
      usd: Number(usd.toFixed(6)),
    });
  });

  test("has the sub-sessions of the list, with their parts", async () => {
    type Row = { outcome: string; sse: number | null; breakdown: { tokens: { actual: number | null } } };
    const rows = await listed<Row>(`/scoring/sub-sessions?${SINCE}&limit=100`, "subSessions");
    const row = await oneRow(
      `SELECT count(*) AS rows, count(*) FILTER (outcome = 'reached') AS reached, count(sse) AS scored,
        round(sum(breakdownTokensActual), 3) AS tokens FROM 'sub_sessions/*.parquet'`,
    );
    const tokens = rows.reduce((sum, { breakdown }) => sum + (breakdown.tokens.actual ?? 0), 0);
    expect(row).toEqual({
      rows: rows.length,
      reached: rows.filter(({ outcome }) => outcome === "reached").length,
      scored: rows.filter(({ sse }) => sse !== null).length,
      tokens: Number(tokens.toFixed(3)),
    });
  });

  test("has the turns of the list, with their times", async () => {
    type Row = { turnId: string; durationMs: number; modelMs: number; toolMs: number };
    const rows = await listed<Row>(`/scoring/turns/slowest?${SINCE}&limit=100`, "turns");
    const turns = await exported.ask("SELECT turnId, durationMs, modelMs, toolMs FROM 'turns/*.parquet'");
    const sorted = (some: { turnId?: unknown }[]) =>
      some.toSorted((left, right) => String(left.turnId).localeCompare(String(right.turnId)));
    expect(sorted(turns)).toEqual(
      sorted(
        rows.map(({ turnId, durationMs, modelMs, toolMs }) => ({ turnId, durationMs, modelMs, toolMs })),
      ),
    );
  });

  test.each(["day", "model", "agent", "developer", "tool", "mcp_server"])(
    "has what was used by %s",
    async (cut) => {
      type Sums = {
        tokens: { input: number | null; output: number | null };
        costUsd: number | null;
      } & Record<"toolCalls" | "modelCalls", number | null>;
      const rows = await listed<{ name: string; sums: Sums }>(
        `/scoring/usage?${SINCE}&by=${cut}&limit=200`,
        "rows",
      );
      const key = cut === "day" ? "strftime(day, '%Y-%m-%d')" : "name";
      const usage = await exported.ask(
        `SELECT ${key} AS name, sum(tokensInput) AS input, sum(tokensOutput) AS output, round(sum(costUsd), 6) AS usd,
          sum(toolCalls) AS toolCalls, sum(modelCalls) AS modelCalls FROM 'usage/*.parquet' WHERE cut = '${cut}' GROUP BY 1`,
      );
      const expected = rows.map(({ name, sums: { tokens, costUsd, toolCalls, modelCalls } }) => {
        const usd = costUsd === null ? null : Number(costUsd.toFixed(6));
        return { name, input: tokens.input, output: tokens.output, usd, toolCalls, modelCalls };
      });
      const sorted = (some: { name?: unknown }[]) =>
        some.toSorted((left, right) => String(left.name).localeCompare(String(right.name)));
      expect(rows.length).toBeGreaterThan(0);
      expect(sorted(usage)).toEqual(sorted(expected));
    },
  );

  test("has what was used by labels, under the names that an admin gave them", async () => {
    const labelled = await work.appliance.addOrganization();
    for (const team of ["platform", "Platform", "payments", null]) {
      const at = `${LATE}T10:00:00Z`;
      const body = promptLog({ session: `of ${team}`, at }) as {
        resourceLogs: { resource: { attributes: object[] } }[];
      };
      if (team !== null)
        body.resourceLogs[0]?.resource.attributes.push({ key: "team.id", value: { stringValue: team } });
      await work.appliance.send("/v1/logs", body, labelled.key);
    }
    await work.appliance.settled();
    const renamed = await fetch(`${work.appliance.url}/v1/labels`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${labelled.admin}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "team.id", value: "Platform", shown_as: "platform" }),
    });
    expect(renamed.status).toBe(200);
    const other = freshFolder();
    const { code } = await scoring([...exportCommand(work.appliance, labelled, other), ...NOVEMBER]);
    expect(code).toBe(0);
    const database = await openDuckDb(other);
    expect(
      await database.ask(
        "SELECT name, turns FROM 'usage/*.parquet' WHERE cut = 'label' AND name LIKE 'team.id:%' ORDER BY name",
      ),
    ).toEqual([
      { name: "team.id:", turns: 1 },
      { name: "team.id:payments", turns: 1 },
      { name: "team.id:platform", turns: 2 },
    ]);
    expect(
      await database.ask("SELECT sessionId, labels FROM 'sessions/*.parquet' ORDER BY sessionId"),
    ).toEqual([
      { sessionId: "of Platform", labels: '["team.id:platform"]' },
      { sessionId: "of null", labels: "[]" },
      { sessionId: "of payments", labels: '["team.id:payments"]' },
      { sessionId: "of platform", labels: '["team.id:platform"]' },
    ]);
    database.close();
  });

  test.each(["day", "month"])("has the scores of each %s", async (period) => {
    type Row = { developer: { id: string }; periodStart: string; speed: number | null; subSessions: number };
    const rows = await listed<Row>(`/scoring/scores?${SINCE}&period=${period}&limit=100`, "scores");
    const scores = await exported.ask(
      `SELECT periodStart, developerId, speed, subSessions FROM 'scores/*.parquet' WHERE period = '${period}'
        ORDER BY periodStart DESC, developerId`,
    );
    expect(scores).toEqual(
      rows.map(({ developer, periodStart, speed, subSessions }) => {
        return { periodStart, developerId: developer.id, speed, subSessions };
      }),
    );
  });

  test.each(TABLES)("has the same rows of %s as Parquet and CSV", async (name) => {
    const { tables } = JSON.parse(readFileSync(join(folder, "schema.json"), "utf8")) as {
      tables: { name: string; columns: { name: string; type: string }[] }[];
    };
    const SQL_TYPES: Record<string, string> = { int64: "BIGINT", json: "VARCHAR", string: "VARCHAR" };
    const columns = (tables.find((table) => table.name === name)?.columns ?? []).map(
      (column) => `'${column.name}': '${SQL_TYPES[column.type] ?? column.type}'`,
    );
    const csv = `SELECT * FROM read_csv('${name}/2026-11-1*.csv', header = true, columns = {${columns.join(", ")}})`;
    const parquet = `SELECT * FROM '${name}/2026-11-1*.parquet'`;
    expect(await exported.ask(`DESCRIBE ${parquet}`)).toEqual(await exported.ask(`DESCRIBE ${csv}`));
    expect(await exported.ask(`(${parquet}) EXCEPT ALL (${csv})`)).toEqual([]);
    expect(
      await oneRow(`SELECT (SELECT count(*) FROM (${parquet})) - (SELECT count(*) FROM (${csv})) AS more`),
    ).toEqual({ more: 0 });
  });

  test("has in CSV no cell that a spreadsheet would run", async () => {
    const csv = readFileSync(join(folder, "sessions", `${LATE}.csv`), "utf8");
    expect(csv.split("\r\n")[1]).toStartWith("'=1+1,");
    expect(await exported.ask(`SELECT sessionId FROM 'sessions/${LATE}.parquet'`)).toEqual([
      { sessionId: "=1+1" },
    ]);
  });

  test("has the rows of one organization", async () => {
    const other = freshFolder();
    const { code, out } = await scoring([...exportCommand(work.appliance, foreign, other), ...NOVEMBER]);
    expect([code, (JSON.parse(out) as ExportAnswer).rows["sessions"]]).toEqual([0, 1]);
    expect(
      await oneRow("SELECT count(*) AS rows FROM 'sessions/*.parquet' WHERE sessionId = 'foreign'"),
    ).toEqual({
      rows: 0,
    });
  });

  test("has no words of people unless they are asked for", async () => {
    const columns = async (database: DuckDb, name: string) =>
      (await database.ask(`DESCRIBE SELECT * FROM '${name}/*.parquet'`)).map((row) => row["column_name"]);
    expect(await columns(exported, "sessions")).not.toContain("title");
    expect(await columns(exported, "turns")).not.toContain("promptText");
    const worded = freshFolder();
    await work.run(worded, "--with-text", ...NOVEMBER);
    const withText = await openDuckDb(worded);
    expect(await columns(withText, "sessions")).toContain("title");
    expect(await withText.ask(`SELECT promptText FROM 'turns/${LATE}.parquet'`)).toEqual([
      { promptText: "Add a cart to the shop" },
    ]);
    withText.close();
  });

  test("says of each column what it holds, and what an empty cell means", () => {
    const { tables } = JSON.parse(readFileSync(join(folder, "schema.json"), "utf8"));
    expect(tables.map(({ name }: { name: string }) => name)).toEqual(TABLES);
    const turns = tables.find(({ name }: { name: string }) => name === "turns");
    expect(turns.columns).toContainEqual({
      name: "tokensInput",
      type: "int64",
      unit: "tokens",
      meaning: "Without what a cache gave or took. null: no call reports it.",
      nullMeans: "no call reports it",
    });
  });

  test("reports what it wrote", () => {
    // the month's scores are on its first day
    expect(answer.days).toEqual({ written: 5, replaced: 0, unchanged: 0, removed: 0, empty: 25 });
    expect(Object.keys(answer.rows)).toEqual(TABLES);
  });
});

describe("the questions of docs/export.md", () => {
  const questions = [...readText("docs/export.md").matchAll(/^([A-Z].*\?)\n\n```sql\n([^`]+)```/gm)].map(
    ([, question = "", sql = ""]) => [question, sql] as const,
  );

  test("are ten", () => expect(questions).toHaveLength(10));

  test.each(questions)("%s", async (_question, sql) => {
    expect((await exported.ask(sql)).length).toBeGreaterThan(0);
  });
});

describe("an export into a folder", () => {
  test("of other files is refused and leaves them", async () => {
    const other = freshFolder();
    mkdirSync(other);
    writeFileSync(join(other, "thesis.txt"), "");
    const { code, err } = await scoring([
      ...exportCommand(work.appliance, work.organization, other),
      ...NOVEMBER,
    ]);
    expect([code, readdirSync(other)]).toEqual([1, ["thesis.txt"]]);
    expect(err).toContain("holds other files");
  });

  test("of another organization, or with texts, is refused", async () => {
    const into = (organization: TestOrganization, ...flags: string[]) =>
      scoring([...exportCommand(work.appliance, organization, folder), ...NOVEMBER, ...flags]);
    expect((await into(foreign)).err).toContain("is an export of the organization");
    expect((await into(work.organization, "--with-text")).err).toContain("is an export without texts");
  });

  test.each([
    [["--from", "2026-11-01T12:00:00Z"], "--from needs a day"],
    [["--from", "2026-11-03", "--to", "2026-11-03"], "--from must be before --to"],
    [["--to", "soon"], "--to needs a time"],
  ])("needs whole days: %j", async (flags, message) => {
    const command = exportCommand(work.appliance, work.organization, freshFolder());
    const { code, err } = await scoring([...command, ...flags]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
