/** The age limit of reports: what is deleted, what is not, and that the upkeep does it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { addChapter, readChapters } from "../../../src/insights/reports/chapters-table.ts";
import { expireReports } from "../../../src/insights/reports/expire-reports.ts";
import type { ReportState } from "../../../src/insights/reports/report.ts";
import { addJob } from "../../../src/database/jobs/job-table.ts";
import { readReportRow, REPORTS } from "../../../src/insights/reports/reports-table.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { runRound } from "../../../src/writer/upkeep/keep.ts";
import { openStore } from "../../metrics/stored-rows.ts";
import { Holding } from "../../writer/upkeep/holding.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const LIMIT = { days: 30, now: NOW };

let database: Database;
let organization: string;

beforeEach(async () => {
  ({ database, organization } = await openStore());
});
afterEach(() => database.destroy());

interface Ended {
  status: ReportState;
  endedAt: number | null;
}

async function add(id: string, { status, endedAt }: Ended, into = database): Promise<void> {
  const work = { ends_now: 0, narrative: 0, labels: "[]", done: 0, working_on: null, tries: 0 };
  const window = { from_ms: 0, to_ms: 1, requested_at: NOW - 90 * DAY, ended_at: endedAt };
  await addJob(into, REPORTS, { id, organization, developer: null, status, ...window, ...work });
  const chapter = { report: id, organization, developer: null, step: "scores" as const, made_at: 1 };
  await addChapter(into, { ...chapter, content: "{}" });
}

async function left(ids: readonly string[], of = database): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) {
    const row = await readReportRow(of, { organization, developers: null }, id);
    const chapters = await readChapters(of, id);
    // a report without its chapters, or the other way about, is distinguished
    if (row !== null || chapters.size > 0) found.push(`${id}${row === null ? " lost" : ""}`);
  }
  return found;
}

describe("an age limit", () => {
  test("deletes reports that ended before it, with their chapters, and no others", async () => {
    await add("completed", { status: "completed", endedAt: NOW - 30 * DAY - 1 });
    await add("failed", { status: "failed", endedAt: NOW - 31 * DAY });
    await add("cancelled", { status: "cancelled", endedAt: NOW - 99 * DAY });
    await add("young", { status: "completed", endedAt: NOW - 30 * DAY });
    await add("pending", { status: "pending", endedAt: null });
    await add("running", { status: "running", endedAt: null });
    expect(await expireReports(database, LIMIT)).toBe(3);
    expect(await expireReports(database, LIMIT)).toBe(0);
    const all = ["completed", "failed", "cancelled", "young", "pending", "running"];
    expect(await left(all)).toEqual(["young", "pending", "running"]);
  });

  test("deletes many in several transactions", async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `r${index}`);
    for (const id of ids) await add(id, { status: "completed", endedAt: NOW - 40 * DAY });
    const deleted: number[] = [];
    do deleted.push(await expireReports(database, LIMIT));
    while (deleted.at(-1) !== 0);
    expect(deleted).toEqual([50, 50, 20, 0]);
    expect(await left(ids)).toEqual([]);
  });
});

test("a round of the upkeep deletes all that are due", async () => {
  const holding = await Holding.open();
  const ids = Array.from({ length: 60 }, (_, index) => `r${index}`);
  for (const id of ids) await add(id, { status: "completed", endedAt: NOW - 40 * DAY }, holding.database);
  await runRound({ ...holding.parts(), expireReports: () => expireReports(holding.database, LIMIT) });
  expect(await left(ids, holding.database)).toEqual([]);
  await holding.close();
});
