/** The rows of reports' chapters, each saved when it is computed. */
import { instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import { declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { build } from "../../vocabulary/build.ts";
import type { StepName } from "./report.ts";

/** What is kept of a report: the numbers of each chapter, what the judge model wrote, and at last what all of it says. */
export type KeptStep = StepName | "document";

export const REPORT_CHAPTERS = declareTable(
  "report_chapters",
  {
    report: text(),
    /** As in the report, so that a purge finds them. */
    organization: text(),
    developer: orNull(text()),
    step: text<KeptStep>(),
    /** The version of the program that made it. */
    made_by: text(),
    content: json(),
    made_at: instant(),
  },
  { owner: ["developer"], key: ["report", "step"] },
);

export type ChapterRow = RowOf<typeof REPORT_CHAPTERS>;

/** Keeps what a step made. */
export async function addChapter(transaction: Database, row: Omit<ChapterRow, "made_by">): Promise<void> {
  const values = { ...row, made_by: build.version };
  await tables(transaction, REPORT_CHAPTERS).insertInto("report_chapters").values(values).execute();
}

/** What is kept of one step. */
export interface KeptContent {
  /** JSON. */
  content: string;
  /** Whether another version of the program made it. */
  isOfAnotherVersion: boolean;
}

/** Returns what is kept of a report, by step. */
export async function readChapters(database: Database, report: string): Promise<Map<KeptStep, KeptContent>> {
  const rows = await tables(database, REPORT_CHAPTERS)
    .selectFrom("report_chapters")
    .select(["step", "content", "made_by"])
    .where("report", "=", report)
    .execute();
  return new Map(
    rows.map(({ step, content, made_by }) => [
      step,
      { content, isOfAnotherVersion: made_by !== build.version },
    ]),
  );
}

/** Returns whether another version of the program made something of a report. */
export async function isOfAnotherVersion(database: Database, report: string): Promise<boolean> {
  const found = await tables(database, REPORT_CHAPTERS)
    .selectFrom("report_chapters")
    .select("step")
    .where("report", "=", report)
    .where("made_by", "!=", build.version)
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
