/** The rows of reports: each as a job. */
import { pageAfter } from "../../database/window.ts";
import { count, instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { declareJob } from "../../database/jobs/job-table.ts";
import { createTable, type RowOf, tables } from "../../database/table-shape.ts";
import { totalOf } from "../../database/total.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { REPORT_CHAPTERS } from "./chapters-table.ts";
import type { ReportState, StepName } from "./report.ts";

export const REPORTS = declareJob(
  "reports",
  {
    organization: text(),
    /** Whom it is about, by the id of then; null for the whole organization. */
    developer: orNull(text()),
    /** JSON list of the labels that its sessions have. */
    labels: json(),
    from_ms: instant(),
    to_ms: instant(),
    /** 1 when its end was "now": the next that asks so means the same report. */
    ends_now: count(),
    /** 1 when the judge model is to write about it. */
    narrative: count(),
    status: text<ReportState>(),
    /** Steps that are done. */
    done: count(),
    /** What is worked on, and how often that was begun; null and 0 between two steps. */
    working_on: orNull(text<StepName>()),
    tries: count(),
    requested_at: instant(),
    ended_at: orNull(instant()),
  },
  {
    open: ["pending", "running"],
    owner: ["developer"],
    indexes: { reports_by_time: ["organization", "requested_at"] },
  },
);

export type ReportRow = RowOf<typeof REPORTS>;

export const reportTables = {
  name: "reports",
  tables: [REPORTS, REPORT_CHAPTERS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, REPORTS);
  await createTable(database, REPORT_CHAPTERS);
}

/** A report on which nothing is worked, between two steps or at its end. */
export const AT_REST = { working_on: null, tries: 0 } as const;

/** Whose reports are meant: null for those of everybody and of the organization. */
export interface ReportsOf {
  organization: string;
  developers: readonly string[] | null;
}

/** Returns null when there is none that may be read. */
export async function readReportRow(
  database: Database,
  whose: ReportsOf,
  id: string,
): Promise<ReportRow | null> {
  return (await readable(database, whose).selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Returns the completed report that ended last; null without any. */
export async function readNewest(database: Database, whose: ReportsOf): Promise<ReportRow | null> {
  const row = await readable(database, whose)
    .selectAll()
    .where("status", "=", "completed")
    .orderBy("ended_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export interface ReportedWindow {
  organization: string;
  /** The ids of the person whom a report has to be about; null for the whole organization. */
  names: readonly string[] | null;
  /** As a row has them. */
  labels: string;
  from: Instant;
  to: Instant;
}

/** Returns whether a completed report holds the whole window. */
export async function hasReportOver(
  database: Database,
  { organization, names, labels, from, to }: ReportedWindow,
): Promise<boolean> {
  const completed = tables(database, REPORTS)
    .selectFrom("reports")
    .select("id")
    .where("organization", "=", organization)
    .where("status", "=", "completed")
    .where("labels", "=", labels)
    .where("from_ms", "<=", from)
    .where("to_ms", ">=", to)
    .limit(1);
  const theirs =
    names === null ? completed.where("developer", "is", null) : completed.where("developer", "in", names);
  return (await theirs.executeTakeFirst()) !== undefined;
}

/** Where a page of reports ends. */
export interface ReportPlace {
  requestedAt: Instant;
  id: string;
}

/** Returns at most `limit` reports in one of the states, the one that was asked for last first. */
export async function readReportsPage(
  database: Database,
  whose: ReportsOf,
  page: { states: readonly ReportState[]; limit: number; after: ReportPlace | null },
): Promise<ReportRow[]> {
  const { states, limit, after } = page;
  const reports = readable(database, whose).selectAll().where("status", "in", states);
  const place = after === null ? null : { at: after.requestedAt, id: after.id };
  return pageAfter(reports, ["requested_at", "id"], place).limit(limit).execute();
}

/** Returns how many there are in these states, as `totalOf` counts them. */
export function countReports(
  database: Database,
  whose: ReportsOf,
  states: readonly ReportState[],
): Promise<number | null> {
  return totalOf(database, readable(database, whose).select("id").where("status", "in", states));
}

function readable(database: Database, { organization, developers }: ReportsOf) {
  const all = tables(database, REPORTS).selectFrom("reports").where("organization", "=", organization);
  return developers === null ? all : all.where("developer", "in", developers);
}

/** Returns the ids of the reports about the whole organization, the earliest first. */
export async function readTeamReports(database: Database, organization: string): Promise<string[]> {
  const rows = await tables(database, REPORTS)
    .selectFrom("reports")
    .select("id")
    .where("organization", "=", organization)
    .where("developer", "is", null)
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of at most `limit` reports of anybody that ended before a time. */
export async function readEndedReports(
  database: Database,
  before: Instant,
  limit: number,
): Promise<string[]> {
  const rows = await tables(database, REPORTS)
    .selectFrom("reports")
    .select("id")
    .where("ended_at", "<", before)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a report; its chapters are gone before. */
export async function deleteReport(transaction: Database, id: string): Promise<void> {
  await tables(transaction, REPORTS).deleteFrom("reports").where("id", "=", id).execute();
}
