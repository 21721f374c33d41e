/** The rows of reports' chapters, each saved when it is computed. */
import { count, instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import { declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { REPORT_VERSION, type StepName } from "./report.ts";

export const REPORT_CHAPTERS = declareTable(
  "report_chapters",
  {
    report: text(),
    /** As in the report, so that a purge finds them. */
    organization: text(),
    developer: orNull(text()),
    step: text<StepName>(),
    /** The `REPORT_VERSION` that wrote it. */
    version: count(),
    content: json(),
    made_at: instant(),
  },
  { key: ["report", "step"] },
);

export type ChapterRow = RowOf<typeof REPORT_CHAPTERS>;

/** Keeps a chapter. */
export async function addChapter(transaction: Database, row: ChapterRow): Promise<void> {
  await tables(transaction, REPORT_CHAPTERS).insertInto("report_chapters").values(row).execute();
}

/** Returns what is kept of a report, by step. */
export async function readChapters(database: Database, report: string): Promise<Map<StepName, string>> {
  const rows = await tables(database, REPORT_CHAPTERS)
    .selectFrom("report_chapters")
    .select(["step", "content"])
    .where("report", "=", report)
    .execute();
  return new Map(rows.map(({ step, content }) => [step, content]));
}

/**
 * Returns whether something of a report is kept in a shape that this version of the program does not read.
 */
export async function isOfAnotherVersion(database: Database, report: string): Promise<boolean> {
  const found = await tables(database, REPORT_CHAPTERS)
    .selectFrom("report_chapters")
    .select("step")
    .where("report", "=", report)
    .where("version", "!=", REPORT_VERSION)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Throws away what was made of a report that is not finished. */
export async function dropChapters(transaction: Database, report: string): Promise<void> {
  await tables(transaction, REPORT_CHAPTERS)
    .deleteFrom("report_chapters")
    .where("report", "=", report)
    .execute();
}
