/** Reports that another version of the program made: refused in words, or begun anew, and never half read. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import type { Database } from "../../../src/database/open.ts";
import { findReport, readNewestReport, readReport } from "../../../src/insights/reports/find-report.ts";
import { findReportsNaming } from "../../../src/insights/reports/forget-person.ts";
import { reportingStage } from "../../../src/insights/reports/keep-reporting.ts";
import { CHAPTERS, NARRATIVE, REPORT_VERSION, STEP_NAMES } from "../../../src/insights/reports/report.ts";
import { requestReport } from "../../../src/insights/reports/request-report.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { tryJudge } from "../../judge/judges.ts";
import { openStore } from "../../metrics/stored-rows.ts";
import { writeRowsOfVersion } from "./stored-version.ts";

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

describe("a completed report of another version", () => {
  test("is not read, and is listed all the same", async () => {
    const id = await ask();
    await work(STEP_NAMES.length);
    const scope = { organizationId: organization, onlyDeveloper: null };
    expect((await readReport(database, { scope, id })).ok).toBe(true);
    await writeRowsOfVersion(database, { report: id, version: REPORT_VERSION + 1 });
    const unread = { ok: false as const, problem: { kind: "another_version" as const } };
    expect(await readReport(database, { scope, id })).toEqual(unread);
    expect(await readNewestReport(database, { scope })).toEqual(unread);
    expect(await findReport(database, { scope, id })).toMatchObject({ id, status: "completed" });
  });

  test("is found by a purge of whom it names", async () => {
    const id = await ask();
    await work(STEP_NAMES.length);
    await writeRowsOfVersion(database, {
      report: id,
      version: REPORT_VERSION + 1,
      content: { unheardOf: ["ada"] },
    });
    expect(await findReportsNaming(database, { organization, developers: ["ada"], sessions: [] })).toEqual([
      id,
    ]);
  });
});

test("a report that another version began is begun anew", async () => {
  const id = await ask();
  await work(3);
  await writeRowsOfVersion(database, { report: id, version: REPORT_VERSION + 1, content: "unreadable" });
  await work(STEP_NAMES.length + 1);
  const scope = { organizationId: organization, onlyDeveloper: null };
  const report = await readReport(database, { scope, id });
  expect(report.ok && CHAPTERS.parse(report.value.chapters)).toBeTruthy();
});

/** What each version stores, as a hash of its schema: chapters that change and keep their number read wrongly later. */
const SHAPES: Readonly<Record<number, string>> = {
  1: "1ee85a8e02ac21bfb021feef8b49498a253821c9237bd47f3edc776854469650",
  2: "2b6a9334b3bdae84f2138cac67f2ae421120bd7ae3c0d66806eb96358c937b59",
  3: "dec3749ceb7486377e764457acac009f9fe6f5101c1a9d8e5b049dceee0f30d4",
};

test("the shape in which reports are stored has a version of its own", () => {
  const schemas = [CHAPTERS, NARRATIVE].map((schema) => withoutWords(schema.toJSONSchema()));
  const shape = new Bun.CryptoHasher("sha256").update(JSON.stringify(schemas)).digest("hex");
  // Do stored reports fit the new shape? Then put its hash above. Else raise REPORT_VERSION, and add a hash for it.
  expect(SHAPES[REPORT_VERSION]).toBe(shape);
});

function withoutWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withoutWords(part));
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).filter(
    ([name, part]) => name !== "description" || typeof part !== "string",
  );
  return Object.fromEntries(parts.map(([name, part]) => [name, withoutWords(part)]));
}
