/** Reports of a real appliance: asked for, made, read by whom they concern, and equal to what the lists say. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { HIGHLIGHTS } from "../../src/insights/reports/lists/highlights.ts";
import type { SessionStats } from "../../src/insights/reports/lists/session-stats.ts";
import { DEVELOPER_SUMMARY } from "../../src/insights/reports/lists/summaries.ts";
import { DETAILS } from "../../src/insights/reports/lists/summary.ts";
import {
  CHAPTER_NAMES,
  REPORT,
  type Chapters,
  type Report,
  type ReportJob,
} from "../../src/insights/reports/report.ts";
import { openDatabase } from "../../src/database/open.ts";
import { databasePath } from "../../src/stores.ts";
import { makeByAnotherVersion, REMOVED } from "../insights/reports/stored-version.ts";
import type { ScoreRow } from "../../src/scores/answer.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { pieceOfWork, REQUEST } from "../insights/advisor/pieces.ts";
import { logsBody } from "../normaliser/captured.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const PATH = "/v1/insights/report";
const BLOCKS = "application/vnd.scoring.report+json";
const AT = Date.parse("2026-11-10T08:00:00Z");
const WINDOW = { from: "2026-11-01T00:00:00Z", to: "2026-11-20T00:00:00Z" };
const QUERY = new URLSearchParams(WINDOW).toString();
const WORDS = "Words that only bob wrote, in src/bob.ts";

const directory = mkdtempSync(join(tmpdir(), "reports-"));
let appliance: TestAppliance;
let team: TestOrganization;
let stranger: TestOrganization;
let ada = "";
let bob = "";

beforeAll(async () => {
  appliance = await startTestAppliance({ directory });
  [team, stranger] = [await appliance.addOrganization(), await appliance.addOrganization()];
  ada = (await team.addKey({ developer: "ada@example.com" })).key;
  bob = (await team.addKey({ developer: "bob@example.com" })).key;
  for (const day of [0, 1, 2, 3]) {
    const at = AT + day * DAY;
    await appliance.send("/v1/logs", pieceOfWork({ session: `ada-${day}`, at }), ada);
    const prompts = [WORDS, `${WORDS} again`, `${WORDS}, and test it`];
    await appliance.send("/v1/logs", pieceOfWork({ session: `bob-${day}`, at: at + HOUR, prompts }), bob);
  }
  await appliance.settled();
});
afterAll(async () => {
  await appliance.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function generate(body: object, key: string): Promise<ReportJob> {
  const response = await appliance.send(`${PATH}/generate`, body, key);
  expect(response.status).toBe(202);
  return (await response.json()) as ReportJob;
}

async function read<Answer>(path: string, key: string): Promise<Answer> {
  const response = await appliance.get(path, key);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Answer;
}

async function made(body: object, key: string): Promise<Report & { chapters: Chapters }> {
  const { id } = await generate(body, key);
  await eventually(async () => (await read<ReportJob>(`${PATH}/status/${id}`, key)).progress === 1);
  return read(`${PATH}/${id}`, key);
}

async function statusOf(path: string, key: string | null, body?: object): Promise<number> {
  const response = await fetch(appliance.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...(key !== null && { authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.status;
}

const ONE_REPORT = (id: string): [path: string, body?: object][] => [
  [`${PATH}/${id}`],
  [`${PATH}/status/${id}`],
  [`${PATH}/cancel/${id}`, {}],
];

describe("a report", () => {
  test("is refused without a key, and looks unknown to another organization and to another developer", async () => {
    const { id } = await made(WINDOW, team.admin);
    for (const [path, body] of ONE_REPORT(id)) {
      expect([path, await statusOf(path, null, body)]).toEqual([path, 401]);
      expect([path, await statusOf(path, stranger.admin, body)]).toEqual([path, 404]);
      expect([path, await statusOf(path, ada, body)]).toEqual([path, 404]);
    }
    const { reports } = await read<{ reports: ReportJob[] }>(`${PATH}/history`, stranger.admin);
    expect(reports).toEqual([]);
    expect(await statusOf(PATH, stranger.admin)).toBe(404);
  });

  test("that a bound key asks for is its developer's, and holds nothing of a colleague", async () => {
    expect(await statusOf(`${PATH}/generate`, ada, { ...WINDOW, developer: "bob@example.com" })).toBe(400);
    const report = await made(WINDOW, ada);
    expect(report.developer?.email).toBe("ada@example.com");
    const text = JSON.stringify(report);
    expect(["bob", WORDS].filter((mark) => text.includes(mark))).toEqual([]);
    expect(report.chapters.scores.people).toHaveLength(1);
    expect(report.chapters.scores.team.scores.speed.median).toBeNull();
    expect((await read<Report>(PATH, ada)).id).toBe(report.id);
    const { reports, total } = await read<{ reports: ReportJob[]; total: number }>(`${PATH}/history`, ada);
    expect({ ids: reports.map(({ id }) => id), total }).toEqual({ ids: [report.id], total: 1 });
  });

  test("of the team has every chapter, and the numbers of the lists", async () => {
    const report = await made(WINDOW, team.key);
    expect(REPORT.parse(report)).toEqual(report);
    const { overview, scores, throttle, rightsizing } = report.chapters;
    const listed = await read<{ scores: ScoreRow[] }>(`/scoring/scores?${QUERY}`, team.key);
    const byId = (rows: ScoreRow[]) =>
      rows.toSorted((left, right) => (left.developer.id < right.developer.id ? -1 : 1));
    expect(byId(scores.people)).toEqual(byId(listed.scores));
    expect(overview.people).toBe(scores.team.developers);
    const lost = await read<{ summary: object }>(`/v1/intelligence/throttle?${QUERY}`, team.key);
    expect(throttle.summary).toEqual(lost.summary as typeof throttle.summary);
    const right = await read<{ spendUsd: number }>(`/v1/intelligence/rightsizing?${QUERY}`, team.key);
    expect(rightsizing.spendUsd).toBe(right.spendUsd);
    expect(overview).toMatchObject({ people: 2, sessions: 8 });
    expect(overview.scores.speed.value).toBe(scores.team.means.speed.value);
  });

  test("that has ended is not cancelled, and one that was cancelled is not read", async () => {
    const { id } = await made(WINDOW, team.admin);
    expect(await statusOf(`${PATH}/cancel/${id}`, team.admin, {})).toBe(409);
    const other = await generate({ ...WINDOW, from: "2026-10-01T00:00:00Z" }, team.admin);
    if ((await statusOf(`${PATH}/cancel/${other.id}`, team.admin, {})) === 200)
      expect(await statusOf(`${PATH}/${other.id}`, team.admin)).toBe(409);
    for (const [path, body] of ONE_REPORT("unknown"))
      expect([path, await statusOf(path, team.admin, body)]).toEqual([path, 404]);
  });

  test.each<[string, object]>([
    ["ends before it begins", { from: WINDOW.to, to: WINDOW.from }],
    ["is longer than a year", { from: "2020-01-01T00:00:00Z" }],
    ["is no time", { from: "yesterday" }],
    ["is of somebody unknown", { developer: "nobody@example.com" }],
    ["wants what is not known", { ...WINDOW, colour: "red" }],
    ["wants words that are no yes or no", { narrative: "yes" }],
  ])("that %s is refused with 400", async (_, body) => {
    expect(await statusOf(`${PATH}/generate`, team.admin, body)).toBe(400);
  });
});

test("a report of another version is read in every form", async () => {
  const { key } = await team.addKey({ developer: "dora@example.com" });
  const { id } = await made(WINDOW, key);
  const database = openDatabase(databasePath(directory), "write");
  await makeByAnotherVersion(database, id);
  await database.destroy();
  for (const path of [PATH, `${PATH}/${id}`])
    for (const accept of ["application/json", "text/html", "text/markdown", BLOCKS]) {
      const headers = { accept, authorization: `Bearer ${key}` };
      const response = await fetch(appliance.url + path, { headers });
      expect([path, accept, response.status]).toEqual([path, accept, 200]);
      expect((await response.text()).includes(REMOVED.answer)).toBe(accept !== "application/json");
    }
  expect(await statusOf(`${PATH}/${id}`, stranger.admin)).toBe(404);
});

describe("the chapter waste", () => {
  test("says what failed again and again, what that cost, and where to look", async () => {
    const at = Date.parse("2026-08-10T08:00:00Z");
    const own = { "session.id": "storm" };
    const failed = {
      "event.name": "tool_result",
      tool_name: "Read",
      success: "false",
      tool_input: '{"file_path":"/a.ts"}',
    };
    const call = {
      "event.name": "api_request",
      model: "m",
      cost_usd: 0.9,
      input_tokens: 900,
      output_tokens: 90,
    };
    const records = [
      { at, attributes: { ...own, "event.name": "user_prompt", prompt: REQUEST } },
      { at: at + MINUTE, attributes: { ...own, ...call, duration_ms: 30_000 } },
      ...[1, 2, 3].map((second) => ({
        at: at + MINUTE + second * SECOND,
        attributes: { ...own, ...failed },
      })),
    ];
    await appliance.send("/v1/logs", logsBody("claude-code", records), ada);
    await appliance.settled();
    const { waste, overview } = (
      await made({ from: "2026-08-01T00:00:00Z", to: "2026-09-01T00:00:00Z" }, ada)
    ).chapters;
    const [storm] = waste.kinds;
    expect(storm).toMatchObject({ kind: "retry_storm", count: 1, subSessions: 1 });
    expect(storm?.costUsd).toBeCloseTo(0.6);
    expect(storm?.examples).toMatchObject([{ sessionId: "storm", firstTurn: 1, costUsd: storm?.costUsd }]);
    expect(overview.wasteUsd.value).toBe(waste.costUsd);
    expect(overview.findings.map(({ chapter }) => chapter)).toContain("waste");
  });
});

describe("a window without a report", () => {
  test("has a summary that is the report's overview", async () => {
    const report = await made(WINDOW, ada);
    const { wasteUsd: _, ...overview } = report.chapters.overview;
    expect(await read(`/v1/insights/summary?${QUERY}`, ada)).toEqual(overview);
    const asked = `/v1/insights/summary?${QUERY}&developer=ada@example.com`;
    expect(await read(asked, team.admin)).toEqual(overview);
  });

  test("says nothing of waste: not in its summary, highlights or details", async () => {
    const august = "from=2026-08-01T00:00:00Z&to=2026-09-01T00:00:00Z";
    for (const path of ["summary", "highlights", "details?chapter=overview"]) {
      const answer = await read(`/v1/insights/${path}${path.includes("?") ? "&" : "?"}${august}`, ada);
      expect(JSON.stringify(answer)).not.toMatch(/waste/i);
    }
    const asked = (window: string, key: string) =>
      appliance.get(`/v1/insights/details?chapter=waste&${window}`, key);
    const longer = "from=2026-07-31T00:00:00Z&to=2026-09-01T00:00:00Z";
    const within = "from=2026-08-02T00:00:00Z&to=2026-08-09T00:00:00Z";
    // ada had a report about August made above, and nobody else did
    expect((await asked(longer, ada)).status).toBe(404);
    for (const window of [august, within]) {
      expect((await asked(window, ada)).status).toBe(200);
      expect((await asked(`${window}&developer=ada@example.com`, team.admin)).status).toBe(200);
      const refused = await asked(window, team.admin);
      expect([refused.status, await refused.text()]).toEqual([
        404,
        expect.stringContaining("no completed report covers this window"),
      ]);
    }
  });

  test.each(CHAPTER_NAMES.map((name) => [name]))("reports the details of %s", async (chapter) => {
    await made(WINDOW, team.admin);
    const details = await read(`/v1/insights/details?${QUERY}&chapter=${chapter}`, team.admin);
    expect(DETAILS.parse(details)).toEqual(details as z.infer<typeof DETAILS>);
  });

  test("shows for each session how long it was and what it used", async () => {
    const path = `/v1/insights/session-stats?${QUERY}&limit=3`;
    const page = await read<{ sessions: SessionStats[]; total: number; nextCursor: string }>(
      path,
      team.admin,
    );
    expect(page.total).toBe(8);
    const [last] = page.sessions;
    expect(last).toMatchObject({ sessionId: "bob-3", calls: 3, tokens: { input: 2_700, output: 270 } });
    expect(last?.durationMs).toBe(Date.parse(last?.endedAt ?? "") - Date.parse(last?.startedAt ?? ""));
    const next = await read<{ sessions: SessionStats[] }>(`${path}&cursor=${page.nextCursor}`, team.admin);
    expect(next.sessions).toHaveLength(3);
    const own = await read<{ sessions: SessionStats[] }>(`/v1/insights/session-stats?${QUERY}`, ada);
    expect(own.sessions.every(({ sessionId }) => sessionId.startsWith("ada-"))).toBe(true);
  });

  test("shows a few numbers of each developer, and a bound key its own", async () => {
    const all = await read<{ summaries: object[]; total: number }>(
      `/v1/insights/summaries?${QUERY}`,
      team.key,
    );
    expect(z.array(DEVELOPER_SUMMARY).parse(all.summaries)).toMatchObject([{ sessions: 4 }, { sessions: 4 }]);
    const own = await read<{ summaries: object[] }>(`/v1/insights/summaries?${QUERY}`, ada);
    expect(own.summaries).toMatchObject([{ developer: { email: "ada@example.com" }, sessions: 4 }]);
  });

  test("reports its best and its worst, to a bound key of its own only", async () => {
    const highlights = await read(`/v1/insights/highlights?${QUERY}`, team.admin);
    expect(HIGHLIGHTS.parse(highlights)).toEqual(highlights as z.infer<typeof HIGHLIGHTS>);
    expect(JSON.stringify(await read(`/v1/insights/highlights?${QUERY}`, ada))).not.toContain("bob");
  });

  test("of somebody who may not be read is empty, as of somebody unknown", async () => {
    for (const developer of ["bob@example.com", "nobody@example.com"]) {
      const asked = `/v1/insights/summary?${QUERY}&developer=${developer}`;
      expect(await read(asked, ada)).toMatchObject({ people: 0, sessions: 0, turns: 0 });
    }
  });
});

describe("a server that stops while it makes reports", () => {
  test("makes them after the next start, and keeps those it made", async () => {
    const kept = await made(WINDOW, ada);
    const asked = [0, 1, 2, 3].map((day) => ({ ...WINDOW, from: `2026-10-1${day}T00:00:00Z` }));
    const jobs = await Promise.all(asked.map((window) => generate(window, ada)));
    await appliance.stop();
    appliance = await startTestAppliance({ directory });
    for (const { id } of jobs)
      await eventually(
        async () => (await read<ReportJob>(`${PATH}/status/${id}`, ada)).status === "completed",
      );
    expect(await read<Report>(`${PATH}/${kept.id}`, ada)).toEqual(kept);
  });
});

describe("a person who is merged or purged", () => {
  async function historyOf(key: string): Promise<ReportJob[]> {
    return (await read<{ reports: ReportJob[] }>(`${PATH}/history?limit=500`, key)).reports;
  }

  async function change(path: string, body: object): Promise<unknown> {
    const response = await appliance.send(path, body, team.admin);
    expect([200, 202]).toContain(response.status);
    return response.json();
  }

  test("keeps their reports under the name that is left", async () => {
    const carol = await team.addKey({ developer: "carol@example.com" });
    const { id } = await made(WINDOW, carol.key);
    await change("/v1/admin/developers/carol@example.com/merge", { into: "ada@example.com" });
    await eventually(async () => (await historyOf(ada)).some((report) => report.id === id));
    expect((await read<Report>(`${PATH}/${id}`, ada)).developer?.email).toBe("ada@example.com");
  });

  test("takes their own reports and the team's that name them, and leaves other people's", async () => {
    const theirs = await made(WINDOW, bob);
    const naming = await made(WINDOW, team.admin);
    const before = await made({ from: "2026-09-01T00:00:00Z", to: "2026-09-02T00:00:00Z" }, team.admin);
    const adas = await made(WINDOW, ada);
    const gone = (await historyOf(team.admin)).filter(({ id }) => id !== before.id && id !== adas.id);
    expect(gone.map(({ id }) => id)).toEqual(expect.arrayContaining([theirs.id, naming.id]));
    const path = "/v1/admin/developers/bob@example.com/purge";
    expect(await change(path, { dry_run: true })).toMatchObject({ rows: { reports: expect.any(Number) } });
    expect(await historyOf(team.admin)).toEqual(expect.arrayContaining(gone));
    await change(path, { dry_run: false });
    const isGone = (report: ReportJob) => report.id === naming.id || report.id === theirs.id;
    await eventually(async () => !(await historyOf(team.admin)).some(isGone));
    const left = (await historyOf(team.admin)).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining([before.id, adas.id]));
    expect(JSON.stringify(await made(WINDOW, team.admin))).not.toContain(WORDS);
  });
});

test("a server with an age limit deletes the reports beyond it", async () => {
  const { id } = await made(WINDOW, ada);
  await appliance.stop();
  const settings = { reportRetentionDays: 1 };
  appliance = await startTestAppliance({ directory, settings, engineClockAheadMs: 2 * DAY });
  await eventually(async () => (await statusOf(`${PATH}/${id}`, ada)) === 404);
  await eventually(async () => (await read<{ total: number }>(`${PATH}/history`, team.admin)).total === 0);
  expect(await read("/v1/admin/retention", team.admin)).toMatchObject({ reportDays: 1 });
});
