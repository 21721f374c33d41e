/** Finds reports: one by its id, the newest, and lists of them. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { type ReadScope, rowsToRead, type RowsToRead } from "../../identity/scope.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { readPage } from "../../vocabulary/page.ts";
import { isOfAnotherVersion, readChapters } from "./chapters-table.ts";
import { describeJob, describeReport } from "./describe-job.ts";
import {
  CHAPTER_NAMES,
  type Chapters,
  type Narrative,
  type Report,
  type ReportJob,
  type ReportState,
} from "./report.ts";
import {
  countReports,
  readNewest,
  readReportRow,
  type ReportRow,
  type ReportsOf,
  readReportsPage,
} from "./reports-table.ts";

/** One report, for a caller. */
export interface ReportQuery {
  scope: ReadScope;
  id: string;
}

/**
 * How far a report has come.
 *
 * @returns null for one that is unknown or may not be read.
 */
export async function findReport(database: Database, { scope, id }: ReportQuery): Promise<ReportJob | null> {
  const readable = await rowsToRead(database, scope, null);
  const row = readable === null ? null : await readReportRow(database, reportsOf(scope, readable), id);
  return row === null || readable === null ? null : describeJob(row, readable.developers);
}

/** Why a report cannot be read. */
export type UnreadReport =
  | { kind: "unknown" }
  | { kind: "not_completed"; job: ReportJob }
  /** Another version of the program made it, in a shape that this one does not read. */
  | { kind: "another_version" };

/**
 * A completed report with its chapters.
 *
 * @throws `unknown` also where it may not be read.
 */
export async function readReport(
  database: Database,
  { scope, id }: ReportQuery,
): Promise<Result<Report, UnreadReport>> {
  const readable = await rowsToRead(database, scope, null);
  const row = readable === null ? null : await readReportRow(database, reportsOf(scope, readable), id);
  if (row === null || readable === null) return fail({ kind: "unknown" });
  if (row.status !== "completed")
    return fail({ kind: "not_completed", job: describeJob(row, readable.developers) });
  return wholeReport(database, row, readable);
}

/**
 * The completed report that ended last, of those the caller may read.
 *
 * @throws `unknown` without any.
 */
export async function readNewestReport(
  database: Database,
  { scope }: Pick<ReportQuery, "scope">,
): Promise<Result<Report, Exclude<UnreadReport, { kind: "not_completed" }>>> {
  const readable = await rowsToRead(database, scope, null);
  const row = readable === null ? null : await readNewest(database, reportsOf(scope, readable));
  if (row === null || readable === null) return fail({ kind: "unknown" });
  return wholeReport(database, row, readable);
}

/** Where a page ends. */
export const REPORT_POSITION = z.object({ requestedAt: z.int(), id: z.string() });
export type ReportPosition = z.infer<typeof REPORT_POSITION>;

/** What a list of reports is asked for. */
export interface ReportsQuery {
  scope: ReadScope;
  which: "open" | "ended";
  limit: number;
  after: ReportPosition | null;
}

/** One page. */
export interface ReportsPage {
  reports: ReportJob[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: ReportPosition | null;
}

const STATES: Readonly<Record<ReportsQuery["which"], readonly ReportState[]>> = {
  open: ["pending", "running"],
  ended: ["completed", "failed", "cancelled"],
};

/** One page of reports, the one that was asked for last first. */
export async function listReports(database: Database, query: ReportsQuery): Promise<ReportsPage> {
  const { scope, after } = query;
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return { reports: [], total: 0, next: null };
  const whose = reportsOf(scope, readable);
  const states = STATES[query.which];
  const { rows, next } = await readPage(
    query.limit,
    (limit) => readReportsPage(database, whose, { states, limit, after }),
    ({ requested_at: requestedAt, id }) => ({ requestedAt, id }),
  );
  const total = await countReports(database, whose, states);
  return { reports: rows.map((row) => describeJob(row, readable.developers)), total, next };
}

function reportsOf({ organizationId }: ReadScope, { developerIds }: RowsToRead): ReportsOf {
  return { organization: organizationId, developers: developerIds };
}

async function wholeReport(
  database: Database,
  row: ReportRow,
  { developers }: RowsToRead,
): Promise<Result<Report, { kind: "another_version" }>> {
  if (await isOfAnotherVersion(database, row.id)) return fail({ kind: "another_version" });
  const contents = await readChapters(database, row.id);
  const read = (step: string, text: string | undefined): unknown => {
    if (text === undefined) throw new Error(`BUG: the completed report ${row.id} has no ${step}`);
    return JSON.parse(text);
  };
  const chapters = CHAPTER_NAMES.map((name) => [name, read(name, contents.get(name))]);
  return succeed({
    ...describeReport(row, developers),
    status: "completed",
    chapters: Object.fromEntries(chapters) as Chapters,
    narrative: read("narrative", contents.get("narrative")) as Narrative,
  });
}
