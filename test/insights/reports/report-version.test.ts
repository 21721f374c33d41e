/** Reports that another version of the program made: readable when they were completed, else begun anew. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import type { Database } from "../../../src/database/open.ts";
import { findReport, readNewestReport, readReport } from "../../../src/insights/reports/find-report.ts";
import { findReportsNaming } from "../../../src/insights/reports/forget-person.ts";
import { reportingStage } from "../../../src/insights/reports/keep-reporting.ts";
import { CHAPTERS, STEP_NAMES } from "../../../src/insights/reports/report.ts";
import { sayInFewLines } from "../../../src/insights/reports/in-few-lines.ts";
import { requestReport } from "../../../src/insights/reports/request-report.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { tryJudge } from "../../judge/judges.ts";
import { openStore } from "../../metrics/stored-rows.ts";
import { makeByAnotherVersion, REMOVED } from "./stored-version.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const clock = () => NOW;

let database: Database;
let organization: string;

beforeEach(async () => {
  ({ database, organization } = await openStore());
});
afterEach(() => database.destroy());

async function ask(): Promise<string> {
  const scope = { organizationId: organization, onlyDeveloper: null };
  const window = { from: NOW - 30 * DAY, to: NOW, endsNow: true };
  const asked = await requestReport(
    { database, clock },
    { scope, ...window, developer: null, narrative: false },
  );
  if (!asked.ok) throw new Error(asked.problem.kind);
  return asked.value.id;
}

async function work(steps: number): Promise<void> {
  const { judge } = await tryJudge(null, { llmModel: null });
  const redactor = { text: (text: string) => text };
  const stage = reportingStage({
    database,
    prices: loadPrices({ pricesFile: null }),
    judge,
    redactor,
    clock,
  });
  for (let done = 0; done < steps; done += 1) await stage.step(UNHURRIED);
}

describe("a report that another version of the program completed", () => {
  test("says what it said, and answers the numbers of the chapters that are still of the same form", async () => {
    const id = await ask();
    await work(STEP_NAMES.length);
    const query = { scope: { organizationId: organization, onlyDeveloper: null }, id };
    const before = await readReport(database, query);
    if (!before.ok) throw new Error("not read");
    await makeByAnotherVersion(database, id);
    const after = await readReport(database, query);
    if (!after.ok) throw new Error("not read");
    const { report, said } = after.value;
    const { waste: _, coaching: __, appendix: ___, ...kept } = before.value.report.chapters;
    expect(report).toEqual({ ...before.value.report, chapters: kept });
    const ids = ["overview", "scores", "prompts", "throttle", "rightsizing", "coaching", "delivery"];
    expect(said.map((chapter) => chapter.id)).toEqual(ids);
    expect(said).toEqual([...before.value.said.filter((chapter) => ids.includes(chapter.id)), REMOVED]);
    expect(await readNewestReport(database, query)).toEqual(after.value);
    expect(sayInFewLines(after.value)).toEqual(sayInFewLines(before.value));
    expect(await findReport(database, query)).toMatchObject({ id, status: "completed" });
  });

  test("is found by a purge of whom it names", async () => {
    const id = await ask();
    await work(STEP_NAMES.length);
    await makeByAnotherVersion(database, id);
    expect(await findReportsNaming(database, { organization, developers: ["ada"], sessions: [] })).toEqual([
      id,
    ]);
  });
});

test("a report that another version of the program began is begun anew", async () => {
  const id = await ask();
  await work(3);
  await makeByAnotherVersion(database, id);
  await work(STEP_NAMES.length + 1);
  const scope = { organizationId: organization, onlyDeveloper: null };
  const found = await readReport(database, { scope, id });
  expect(found.ok && CHAPTERS.parse(found.value.report.chapters)).toBeTruthy();
});
