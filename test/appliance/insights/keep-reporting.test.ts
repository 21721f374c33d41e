/** The reporting stage without the others: every state and every move, what a crash leaves, and what a model does to a report. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { newDeveloper } from "../../../src/identity/developers/resolve.ts";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import { cancelReport } from "../../../src/insights/reports/cancel-report.ts";
import { readChapters } from "../../../src/insights/reports/chapters-table.ts";
import { findReport, listReports, readReport } from "../../../src/insights/reports/find-report.ts";
import { forgetReports } from "../../../src/insights/reports/forget-person.ts";
import { reportingStage } from "../../../src/insights/reports/keep-reporting.ts";
import {
  CHAPTERS,
  CHAPTER_NAMES,
  type Narrative,
  REPORT,
  type Report,
  type ReportJob,
  type StepName,
  WORK_ORDER,
  type Chapters,
} from "../../../src/insights/reports/report.ts";
import { changeJob } from "../../../src/database/jobs/job-table.ts";
import { REPORTS } from "../../../src/insights/reports/reports-table.ts";
import { MOST_OPEN, requestReport } from "../../../src/insights/reports/request-report.ts";
import type { Judge } from "../../../src/judge/question.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { tryJudge } from "../../judge/judges.ts";
import { type Fault, type ScriptedModel, startScriptedModel } from "../../judge/scripted-model.ts";
import { openStore } from "../../metrics/stored-rows.ts";
import { eventually } from "../running.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const WINDOW = { from: NOW - 30 * DAY, to: NOW, endsNow: true, developer: null, narrative: false };
const ADA = { kind: "user.email", value: "ada@example.com" };
const STEPS: readonly StepName[] = [...WORK_ORDER, "narrative"];

const redactor = { text: (text: string) => text.replaceAll("SECRET", "[redacted]") };
const prices = loadPrices({ pricesFile: null });

let database: Database;
let organization: string;
let ada: string;
let judge: Judge;
let model: ScriptedModel | null;
let now: number;

beforeEach(async () => {
  ({ database, organization } = await openStore());
  const developer = newDeveloper({ organizationId: organization, identity: ADA, keyName: "key" });
  await insertDeveloper(database, developer, ADA);
  ada = developer.id;
  ({ judge } = await tryJudge(null, { llmModel: null }));
  model = null;
  now = NOW;
});
afterEach(async () => {
  await database.destroy();
  await model?.stop();
});

const clock = () => now;

function everything() {
  return { organizationId: organization, onlyDeveloper: null };
}

/** A stage as a start of the program makes it. */
function started() {
  return reportingStage({ database, prices, judge, redactor, clock });
}

async function ask(changes: Partial<Parameters<typeof requestReport>[1]> = {}): Promise<ReportJob> {
  const asked = await requestReport({ database, clock }, { scope: everything(), ...WINDOW, ...changes });
  if (!asked.ok) throw new Error(asked.problem.kind);
  return asked.value;
}

async function jobOf(id: string): Promise<ReportJob> {
  const job = await findReport(database, { scope: everything(), id });
  if (job === null) throw new Error("there is no such report");
  return job;
}

async function reportOf(id: string): Promise<Report & { chapters: Chapters }> {
  const report = await readReport(database, { scope: everything(), id });
  if (!report.ok) throw new Error(report.problem.kind);
  return report.value.report as Report & { chapters: Chapters };
}

/** Steps until every report has ended. */
async function finish(stage = started()): Promise<void> {
  for (;;) {
    const step = await stage.step(UNHURRIED);
    if (step.wokenBy !== undefined) await step.wokenBy;
    else if (step.mostMs > 0) return;
  }
}

function cancel(id: string) {
  return cancelReport({ database, clock }, { scope: everything(), id });
}

describe("a report", () => {
  test("is pending, then runs chapter by chapter, then is completed", async () => {
    const { id, status, progress, chapter } = await ask();
    expect({ status, progress, chapter }).toEqual({ status: "pending", progress: 0, chapter: null });
    const stage = started();
    for (const done of STEPS.keys()) {
      await stage.step(UNHURRIED);
      const job = await jobOf(id);
      const isLast = done === STEPS.length - 1;
      expect(job.status).toBe(isLast ? "completed" : "running");
      expect(job.progress).toBeCloseTo((done + 1) / STEPS.length);
    }
    expect((await stage.step(UNHURRIED)).didWork).toBe(false);
    expect(await jobOf(id)).toMatchObject({ endedAt: new Date(NOW).toISOString(), chapter: null });
  });

  test("of a time without any work has every chapter, and says of each number why there is none", async () => {
    const { id } = await ask();
    await finish();
    const report = await reportOf(id);
    expect(REPORT.parse(report)).toEqual(report);
    const { overview, prompts, throttle, rightsizing, waste, coaching } = report.chapters;
    const missing = [prompts, throttle, rightsizing, waste, coaching].map((chapter) => chapter.missing);
    expect(missing.filter((reason) => reason === null)).toEqual([]);
    expect(overview).toMatchObject({ people: 0, sessions: 0, cards: 0, findings: [] });
    const figures = [
      overview.spendUsd,
      overview.hoursLost,
      overview.wasteUsd,
      ...Object.values(overview.scores),
    ];
    expect(figures.filter(({ value, missing: reason }) => value !== null || reason === null)).toEqual([]);
  });

  test("of a time of no length is made as well", async () => {
    const { id } = await ask({ from: NOW, to: NOW, endsNow: false });
    await finish();
    expect((await reportOf(id)).chapters.scores.trend.points).toEqual([]);
  });

  test("of one developer is theirs, and a team's is kept as well", async () => {
    const own = await ask({ developer: "ada@example.com" });
    const team = await ask();
    expect(own.developer?.id).toBe(ada);
    expect(team.id).not.toBe(own.id);
    await finish();
    expect((await reportOf(own.id)).developer?.id).toBe(ada);
    const theirs = await listReports(database, {
      scope: { organizationId: organization, onlyDeveloper: ada },
      which: "ended",
      limit: 9,
      after: null,
    });
    expect(theirs.reports.map(({ id }) => id)).toEqual([own.id]);
  });
});

describe("asking again", () => {
  test("answers the report that is being made, also when it ends now and now is later", async () => {
    const { id } = await ask();
    now += 5_000;
    expect((await ask({ from: WINDOW.from + 5_000, to: WINDOW.to + 5_000 })).id).toBe(id);
    await started().step(UNHURRIED);
    expect((await ask({ endsNow: false })).id).toBe(id);
  });

  test("makes another one once it has ended, and for another window or person", async () => {
    const first = await ask();
    const longer = await ask({ from: WINDOW.from - DAY });
    const theirs = await ask({ developer: ada });
    await finish();
    const again = await ask();
    expect(new Set([first.id, longer.id, theirs.id, again.id]).size).toBe(4);
  });

  test("is refused for somebody unknown, and when too many wait", async () => {
    const request = { scope: everything(), ...WINDOW };
    const unknown = await requestReport({ database, clock }, { ...request, developer: "nobody@example.com" });
    expect(unknown).toMatchObject({ ok: false, problem: { kind: "unknown_developer" } });
    for (let day = 0; day < MOST_OPEN; day += 1) await ask({ from: WINDOW.from - day * DAY });
    const one = await requestReport({ database, clock }, { ...request, from: 0 });
    expect(one).toMatchObject({ ok: false, problem: { kind: "too_many_open" } });
  });
});

describe("cancelling", () => {
  test.each([...STEPS.entries()])("works before step %i, %s", async (steps) => {
    const { id } = await ask();
    const stage = started();
    for (let done = 0; done < steps; done += 1) await stage.step(UNHURRIED);
    expect(await cancel(id)).toMatchObject({ ok: true, value: { status: "cancelled", chapter: null } });
    expect((await stage.step(UNHURRIED)).didWork).toBe(false);
    expect((await jobOf(id)).status).toBe("cancelled");
    expect(await readChapters(database, id)).toEqual(new Map());
  });

  test("while a chapter is computed keeps nothing of it", async () => {
    const { id } = await ask();
    const [, cancelled] = await Promise.all([started().step(UNHURRIED), cancel(id)]);
    expect(cancelled.ok).toBe(true);
    expect((await jobOf(id)).status).toBe("cancelled");
    expect(await readChapters(database, id)).toEqual(new Map());
  });

  test("is refused once it has ended, however it did", async () => {
    const [completed, cancelled] = [await ask(), await ask({ developer: ada })];
    await cancel(cancelled.id);
    await finish();
    expect(await cancel(completed.id)).toEqual({
      ok: false,
      problem: { kind: "ended", status: "completed" },
    });
    expect(await cancel(cancelled.id)).toEqual({
      ok: false,
      problem: { kind: "ended", status: "cancelled" },
    });
    expect(await cancel("unknown")).toEqual({ ok: false, problem: { kind: "unknown" } });
  });
});

describe("a program that ends in the middle", () => {
  test.each([...STEPS.entries()])("goes on with step %i, %s, at the next start", async (steps) => {
    const { id } = await ask();
    const stage = started();
    for (let done = 0; done < steps; done += 1) await stage.step(UNHURRIED);
    const before = await readChapters(database, id);
    await finish(started());
    expect((await jobOf(id)).status).toBe("completed");
    const after = await readChapters(database, id);
    for (const [step, content] of before) expect(after.get(step)).toEqual(content);
    expect([...after.keys()].toSorted()).toEqual([...STEPS, "document" as const].toSorted());
  });

  test("three times at the same chapter fails the report with that reason, and the next one is made", async () => {
    const { id } = await ask();
    await inTransaction(database, "full", (transaction) =>
      changeJob(transaction, REPORTS, {
        where: { id },
        set: { status: "running", working_on: "scores", tries: 3 },
      }),
    );
    const next = await ask({ developer: ada });
    await finish();
    expect(await jobOf(id)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("chapter scores"),
    });
    expect((await jobOf(next.id)).status).toBe("completed");
  });

  test("three times while the model wrote leaves the words out", async () => {
    model = startScriptedModel();
    ({ judge } = await tryJudge(model.url));
    const { id } = await ask({ narrative: true });
    const stage = started();
    for (let done = 0; done < CHAPTER_NAMES.length; done += 1) await stage.step(UNHURRIED);
    await inTransaction(database, "full", (transaction) =>
      changeJob(transaction, REPORTS, {
        where: { id },
        set: { status: "running", working_on: "narrative", tries: 3 },
      }),
    );
    await finish();
    expect((await reportOf(id)).narrative).toMatchObject({ kind: "left_out", reason: "model_failed" });
  });
});

describe("a report that is begun anew, as by a purge,", () => {
  test("keeps nothing of the chapter that was being computed", async () => {
    const { id } = await ask();
    // the clock is read once the chapter is begun
    let forgetting = Promise.resolve();
    const forgettingClock = () => {
      forgetting = forgetReports(database, [id]);
      return NOW;
    };
    await reportingStage({ database, prices, judge, redactor, clock: forgettingClock }).step(UNHURRIED);
    await forgetting;
    expect(await readChapters(database, id)).toEqual(new Map());
    await finish();
    expect((await jobOf(id)).status).toBe("completed");
  });

  test("keeps no words about chapters that are gone", async () => {
    model = startScriptedModel({ answersAfterMs: 50 });
    ({ judge } = await tryJudge(model.url));
    const { id } = await ask({ narrative: true });
    const stage = started();
    for (let done = 0; done <= CHAPTER_NAMES.length; done += 1) await stage.step(UNHURRIED);
    expect(await jobOf(id)).toMatchObject({ chapter: "narrative" });
    await forgetReports(database, [id]);
    expect(await jobOf(id)).toMatchObject({ status: "running", progress: 0, chapter: null });
    await finish(stage);
    expect([...(await readChapters(database, id)).keys()].toSorted()).toEqual(
      [...STEPS, "document" as const].toSorted(),
    );
  });
});

describe("the words of the judge model", () => {
  async function narrated(answer: object, script: Fault[] = []): Promise<Narrative> {
    model = startScriptedModel({ answer: () => answer });
    model.failNext(...script);
    ({ judge } = await tryJudge(model.url));
    const { id } = await ask({ narrative: true });
    await finish();
    const report = await reportOf(id);
    expect(CHAPTERS.parse(report.chapters)).toEqual(report.chapters);
    return report.narrative;
  }
  const NOTHING = { scores: "", prompts: "", throttle: "", rightsizing: "", waste: "", coaching: "" };

  test("are left out when nobody asked for them, or no model is set", async () => {
    const [plain, wished] = [await ask(), await ask({ developer: ada, narrative: true })];
    await finish();
    expect((await reportOf(plain.id)).narrative).toMatchObject({ kind: "left_out", reason: "not_asked" });
    const { narrative } = await reportOf(wished.id);
    expect(narrative).toMatchObject({ kind: "left_out", reason: "no_model" });
    expect(narrative.kind === "left_out" && narrative.explanation).toContain("llm_model");
  });

  test("are asked for once anybody who asks for the report wants them", async () => {
    const plain = await ask();
    expect((await ask({ narrative: true })).id).toBe(plain.id);
    expect((await ask()).id).toBe(plain.id);
    await finish();
    expect((await reportOf(plain.id)).narrative).toMatchObject({ reason: "no_model" });
  });

  test("are kept in one line each, without secrets and without numbers that are not in the report", async () => {
    const summary = "There were 0 sessions\nin 30 days, says SECRET. Speed rose by 17.5 points.";
    const narrative = await narrated({
      ...NOTHING,
      summary,
      waste: "Nothing was wasted.",
      scores: "About 99 people.",
    });
    expect(narrative).toEqual({
      kind: "written",
      model: "small",
      summary: "There were 0 sessions in 30 days, says [redacted].",
      paragraphs: [{ chapter: "waste", text: "Nothing was wasted." }],
    });
  });

  test.each<[string, Fault[]]>([
    ["has a broken server", Array.from({ length: 9 }, () => ({ kind: "status", status: 500 }) as const)],
    ["refuses", [{ kind: "refusal" }, { kind: "refusal" }]],
    ["answers in another shape twice", [{ kind: "prose" }, { kind: "wrong_shape" }]],
    ["asks to be left alone", [{ kind: "rate_limited", retryAfter: "3600" }]],
  ])("are left out when the model %s, and every number stays", async (_, script) => {
    const narrative = await narrated({ ...NOTHING, summary: "Fine." }, script);
    expect(narrative).toMatchObject({ kind: "left_out", reason: "model_failed" });
  });

  test("hold no other report up", async () => {
    model = startScriptedModel();
    model.failNext({ kind: "hang" });
    ({ judge } = await tryJudge(model.url));
    const waiting = await ask({ narrative: true });
    const next = await ask({ developer: ada });
    const stage = started();
    for (let step = 0; step < 2 * STEPS.length; step += 1) await stage.step(UNHURRIED);
    expect(await jobOf(waiting.id)).toMatchObject({ status: "running", chapter: "narrative" });
    expect((await jobOf(next.id)).status).toBe("completed");
    expect(await cancel(waiting.id)).toMatchObject({ ok: true });
  });

  test("are given up when their report is cancelled, so that the next are asked for", async () => {
    model = startScriptedModel({ answer: () => ({ ...NOTHING, summary: "Fine." }) });
    model.failNext({ kind: "hang" });
    ({ judge } = await tryJudge(model.url));
    const unwanted = await ask({ narrative: true });
    const stage = started();
    for (let step = 0; step <= STEPS.length; step += 1) await stage.step(UNHURRIED);
    expect(await jobOf(unwanted.id)).toMatchObject({ chapter: "narrative" });
    // else the model hangs for the next one
    await eventually(async () => model?.calls.length === 1);
    await cancel(unwanted.id);
    const next = await ask({ developer: ada, narrative: true });
    await finish(stage);
    expect((await reportOf(next.id)).narrative).toMatchObject({ kind: "written", summary: "Fine." });
  });
});
