/** The stage `reporting`: makes the reports that were asked for, one chapter in a step. */
import type { Database } from "../../database/open.ts";
import { isFaultOfTheWork } from "../../database/engine.ts";
import { changeJob, nextJob } from "../../database/jobs/job-table.ts";
import { inTransaction, onSnapshot } from "../../database/transaction.ts";
import type { Chapter } from "../../../embedded/dashboard/report/document.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import type { Judge } from "../../judge/question.ts";
import { readRemaking } from "../../metrics/remaking.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { Redactor } from "../../privacy/redactor.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { MORE, restUpTo, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { ReportWindow } from "./chapters/chapter.ts";
import { addChapter, dropChapters, isOfAnotherVersion, readChapters } from "./chapters-table.ts";
import { NarrativeAsked } from "./narrative/narrative-asked.ts";
import { leftOut } from "./narrative/left-out.ts";
import { describeChapters } from "./describe.ts";
import { describeReport } from "./describe-job.ts";
import { keptLabels } from "../../vocabulary/labels/kept-labels.ts";
import { chaptersIn } from "./kept-chapters.ts";
import {
  type ChapterName,
  type Chapters,
  type Narrative,
  STEP_NAMES,
  type StepName,
  WORK_ORDER,
} from "./report.ts";
import { AT_REST, readReportRow, type ReportRow, REPORTS } from "./reports-table.ts";
import { workOutChapter } from "./work-out.ts";

/** What reporting works with. */
export interface ReportingParts {
  database: Database;
  prices: PriceTable;
  judge: Judge;
  redactor: Pick<Redactor, "text">;
  clock: Clock;
}

/** The request for a report wakes it. */
const IDLE_MS: Milliseconds = 30 * SECOND;
/** Rows that are being rebuilt would make a report of half the work. */
const WAIT_FOR_ROWS_MS: Milliseconds = SECOND;

/** A step that the program broke off so often is not begun again; what a database or a disk broke off does not count. */
const MOST_TRIES = 3;

/**
 * Makes reports one after the other; only while the judge model writes about one, the next is computed.
 * What a chapter holds is saved when it is computed, so a report goes on where it was when the program ended.
 */
export function reportingStage(parts: ReportingParts): Stage {
  const asked = new NarrativeAsked(parts);
  let uncounted: string | null = null;
  return {
    name: "reporting",
    failing: "a chapter of a report could not be computed; it is tried again",
    async step({ goAhead, stopping }) {
      await goAhead();
      const kept = await keepNarrative(parts, asked);
      await giveUpUnwanted(parts, asked);
      const report = await nextJob(parts.database, REPORTS, asked.report);
      if (report === null) return restUpTo(IDLE_MS, restOf(asked, kept));
      if ((await readRemaking(parts.database)) !== null) return restUpTo(WAIT_FOR_ROWS_MS);
      if (await isOfAnotherVersion(parts.database, report.id)) {
        await beginAnew(parts, report);
        return MORE;
      }
      const counted = uncounted === report.id ? 0 : 1;
      uncounted = null;
      try {
        return await workOn(parts, { report, asked, stopping, counted });
      } catch (error) {
        if (!isFaultOfTheWork(parts.database, error)) uncounted = report.id;
        throw error;
      }
    },
  };
}

/** Chapters of two versions do not make one report. */
async function beginAnew({ database }: ReportingParts, { id }: ReportRow): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    if (await changeJob(transaction, REPORTS, { where: { id }, set: { ...AT_REST, done: 0 } }))
      await dropChapters(transaction, id);
  });
}

interface Work {
  report: ReportRow;
  asked: NarrativeAsked;
  stopping: AbortSignal;
  /** What the last try counts, if it was of the same step. */
  counted: 0 | 1;
}

/** Does the next step of a report. */
async function workOn(parts: ReportingParts, work: Work): Promise<Step> {
  const { report, asked } = work;
  const contents = await readChapters(parts.database, report.id);
  const step: StepName = WORK_ORDER.find((name) => !contents.has(name)) ?? "narrative";
  const unasked = step === "narrative" ? whyUnasked(parts, report) : null;
  if (step === "narrative" && unasked === null && asked.report !== null)
    return restUpTo(IDLE_MS, restOf(asked, false));
  const tries = report.working_on === step ? report.tries + work.counted : 1;
  await inTransaction(parts.database, "normal", (transaction) =>
    changeJob(transaction, REPORTS, {
      where: { id: report.id },
      set: { status: "running", working_on: step, tries },
    }),
  );
  if (tries > MOST_TRIES) return giveUp(parts, report, step);
  if (step === "narrative") {
    if (unasked !== null) return keepWords(parts, report, leftOut(unasked));
    asked.begin(report, chaptersIn(contents) as Chapters, work.stopping);
    return MORE;
  }
  const window = windowOf(report, parts.clock());
  const content = await onSnapshot(parts.database, (database) =>
    workOutChapter({ ...parts, database, model: parts.judge.model }, window, {
      name: step,
      done: chaptersIn(contents),
    }),
  );
  await keepStep(parts, report, { step, content, done: contents.size + 1 });
  return MORE;
}

function windowOf(
  { organization, developer, labels, from_ms, to_ms }: ReportRow,
  now: Instant,
): ReportWindow {
  const scope = { organizationId: organization, onlyDeveloper: developer, labels: keptLabels(labels) };
  return { scope, developer: null, from: from_ms, to: to_ms, now };
}

/** What a step came to. */
interface DoneStep {
  step: StepName;
  content: Chapters[ChapterName] | Narrative;
  /** Steps that are done with it. */
  done: number;
}

/** Saves it, unless the report was cancelled or begun anew meanwhile; with its last step the report is completed. */
async function keepStep(
  { database, clock }: ReportingParts,
  report: ReportRow,
  { step, content, done }: DoneStep,
): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    const { id, organization, developer } = report;
    const at = clock();
    if (
      !(await changeJob(transaction, REPORTS, { where: { id, working_on: step }, set: { ...AT_REST, done } }))
    )
      return;
    const row = { report: id, organization, developer, made_at: at };
    await addChapter(transaction, { ...row, step, content: JSON.stringify(content) });
    if (step !== "narrative") return;
    await changeJob(transaction, REPORTS, { where: { id }, set: { status: "completed", ended_at: at } });
    const said = await sayReport(transaction, report);
    await addChapter(transaction, { ...row, step: "document", content: JSON.stringify(said) });
  });
}

/** Returns what a report says all of whose steps are done. */
async function sayReport(transaction: Database, report: ReportRow): Promise<Chapter[]> {
  const developers = await readDevelopers(transaction, report.organization);
  const kept = await readChapters(transaction, report.id);
  const narrative = JSON.parse(kept.get("narrative")?.content ?? "null") as Narrative;
  const chapters = chaptersIn(kept) as Chapters;
  return describeChapters({ ...describeReport(report, developers), chapters, narrative });
}

/** A narrative that does not come is left out; a chapter that cannot be computed fails the report. */
async function giveUp(parts: ReportingParts, report: ReportRow, step: StepName): Promise<Step> {
  if (step === "narrative") return keepWords(parts, report, leftOut("broken_off"));
  const reason = `The program failed or was ended ${MOST_TRIES} times while it computed the chapter ${step}; its log says more.`;
  const failed = { ...AT_REST, status: "failed", reason, ended_at: parts.clock() } as const;
  await inTransaction(parts.database, "full", (transaction) =>
    changeJob(transaction, REPORTS, { where: { id: report.id }, set: failed }),
  );
  return MORE;
}

/** Returns why the judge model is not asked about it; null when it is. */
function whyUnasked({ judge }: ReportingParts, { narrative }: ReportRow): "not_asked" | "no_model" | null {
  if (narrative === 0) return "not_asked";
  return judge.model === null ? "no_model" : null;
}

async function keepWords(parts: ReportingParts, report: ReportRow, words: Narrative): Promise<Step> {
  await keepStep(parts, report, { step: "narrative", content: words, done: STEP_NAMES.length });
  return MORE;
}

/** Returns whether the judge model's words came, or what there is instead of them. */
async function keepNarrative(parts: ReportingParts, asked: NarrativeAsked): Promise<boolean> {
  const returned = asked.take();
  if (returned === null) return false;
  const { report, narrative } = returned;
  await keepWords(parts, report, narrative);
  return true;
}

/** Of a report that was cancelled, or purged, nobody wants the words. */
async function giveUpUnwanted({ database }: ReportingParts, asked: NarrativeAsked): Promise<void> {
  if (asked.report === null) return;
  const { organization, id } = asked.report;
  const report = await readReportRow(database, { organization, developers: null }, id);
  if (report?.status !== "running" || report.working_on !== "narrative") asked.giveUp();
}

function restOf({ arrival }: NarrativeAsked, didWork: boolean): Partial<Step> {
  return { didWork, ...(arrival !== null && { wokenBy: arrival }) };
}
