/** Finds reports: one by its id, the newest, and lists of them. */
import { z } from "zod";
import type { Chapter } from "../../../embedded/dashboard/report/document.ts";
import type { Database } from "../../database/open.ts";
import { type ReadScope, rowsToRead, type RowsToRead } from "../../identity/scope.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { readPage } from "../../vocabulary/page.ts";
import { readChapters } from "./chapters-table.ts";
import { describeJob, describeReport } from "./describe-job.ts";
import { chaptersIn, completedIn } from "./kept-chapters.ts";
import type { Report, ReportJob, ReportState } from "./report.ts";
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
export type UnreadReport = { kind: "unknown" } | { kind: "not_completed"; job: ReportJob };

/** A completed report. */
export interface FoundReport {
  report: Report;
  /** What it said when it was completed, chapter by chapter. */
  said: Chapter[];
}

/**
 * Reads a completed report with its chapters.
 *
 * @throws `unknown` also where it may not be read.
 */
export async function readReport(
  database: Database,
  { scope, id }: ReportQuery,
): Promise<Result<FoundReport, UnreadReport>> {
  const readable = await rowsToRead(database, scope, null);
  const row = readable === null ? null : await readReportRow(database, reportsOf(scope, readable), id);
  if (row === null || readable === null) return fail({ kind: "unknown" });
  if (row.status !== "completed")
    return fail({ kind: "not_completed", job: describeJob(row, readable.developers) });
  return succeed(await wholeReport(database, row, readable));
}

/**
 * Reads the completed report that ended last, of those the caller may read.
 *
 * @returns null when there is none.
 */
export async function readNewestReport(
  database: Database,
  { scope }: Pick<ReportQuery, "scope">,
): Promise<FoundReport | null> {
  const readable = await rowsToRead(database, scope, null);
  const row = readable === null ? null : await readNewest(database, reportsOf(scope, readable));
  return row === null || readable === null ? null : wholeReport(database, row, readable);
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
): Promise<FoundReport> {
  const kept = await readChapters(database, row.id);
  const { narrative, said } = completedIn(kept);
  const about = describeReport(row, developers);
  return { report: { ...about, status: "completed", chapters: chaptersIn(kept), narrative }, said };
}
