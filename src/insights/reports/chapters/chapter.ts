/** What every chapter of a report is, and what it is computed from. */
import type { z } from "zod";
import type { Chapter, Reported } from "../../../../embedded/dashboard/report/document.ts";
import type { Database } from "../../../database/open.ts";
import type { ReadScope } from "../../../identity/scope.ts";
import type { PriceTable } from "../../../prices/price-table.ts";
import { DAY, type Instant } from "../../../vocabulary/units.ts";

/** Whom a report is about, and which time. */
export interface ReportWindow {
  /** Of one developer only theirs, so that they read nothing in it that their own key would not show. */
  scope: ReadScope;
  /** No further filter: the scope says it all. */
  developer: null;
  from: Instant;
  /** Exclusive. */
  to: Instant;
  /** When it is computed. */
  now: Instant;
  /** Whether lists are cut to what a report holds. */
  lists?: "whole";
}

/** What chapters are computed with. */
export interface ChapterParts {
  database: Database;
  prices: PriceTable;
  /** The judge model that is set; null for none. */
  model: string | null;
}

/**
 * How many rows of a list are shown.
 *
 * @remarks Takes how many a report holds, and how many are ever answered.
 */
export function mostOf(
  { lists }: ReportWindow,
  { report, whole }: { report: number; whole: number },
): number {
  return lists === "whole" ? whole : report;
}

/** From four weeks on, a week says more than a day: a day has too little work for a narrow interval. */
const MOST_DAYS = 27;

/** How a chapter divides its window. */
export function bucketOf({ from, to }: Pick<ReportWindow, "from" | "to">): "day" | "week" {
  return to - from <= MOST_DAYS * DAY ? "day" : "week";
}

/** A chapter that is computed from stored rows. */
interface ReportChapter<Id extends string, Schema extends z.ZodType> {
  /** Its name in answers, addresses and rows. */
  id: Id;
  /** Its numbers. A report is stored with them, and answers them as long as they fit. */
  schema: Schema;
  workOut(parts: ChapterParts, window: ReportWindow): Promise<z.infer<Schema>>;
  /** What it says. A report is stored with that too, so that it can be read when the chapter has changed. */
  describe(report: Reported<Record<Id, z.infer<Schema>>>): Chapter;
}

/** Returns the chapter; its types fit each other. */
export function chapterOf<const Id extends string, Schema extends z.ZodType>(
  chapter: ReportChapter<Id, Schema>,
): ReportChapter<Id, Schema> {
  return chapter;
}
