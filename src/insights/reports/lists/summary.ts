/** `GET /v1/insights/summary` and `details`: a report's chapters as of now. Waste is shown where a report has it. */
import { z } from "zod";
import type { Database } from "../../../database/open.ts";
import { idsOf, readDevelopers } from "../../../identity/developers/directory.ts";
import type { ChapterParts, ReportWindow } from "../chapters/chapter.ts";
import { OVERVIEW } from "../chapters/overview.ts";
import { CHAPTER_NAMES, type ChapterName, CHAPTERS, type Chapters, WORK_ORDER } from "../report.ts";
import { labelsKept } from "../../../vocabulary/labels/kept-labels.ts";
import { hasReportOver } from "../reports-table.ts";
import { workOutChapter } from "../work-out.ts";
import { type WindowQuery, windowFor } from "./window-query.ts";

/** A report's overview without what it says of waste. */
export const SUMMARY = OVERVIEW.omit({ wasteUsd: true });
export type Summary = z.infer<typeof SUMMARY>;

/** One window's overview. */
export async function readSummary(parts: ChapterParts, query: WindowQuery): Promise<Summary> {
  return workOutSummary(parts, await windowFor(parts.database, query));
}

/** Every chapter, as an answer names it. */
export const DETAILS = z.union(
  CHAPTER_NAMES.map((chapter) => {
    const content = chapter === "overview" ? SUMMARY : CHAPTERS.shape[chapter];
    return z.object({ chapter: z.literal(chapter), content });
  }),
);
export type Details = z.infer<typeof DETAILS>;

/** What is asked for. */
export interface DetailsQuery extends WindowQuery {
  chapter: ChapterName;
}

/**
 * Computes one chapter, with everything that a report leaves out of it for its length.
 *
 * @returns null for the chapter on waste of a window that no completed report covers
 */
export async function readDetails(
  parts: ChapterParts,
  { chapter, ...query }: DetailsQuery,
): Promise<Details | null> {
  const window = await windowFor(parts.database, query);
  if (chapter === "overview") return { chapter, content: await workOutSummary(parts, window) };
  if (chapter === "waste" && !(await isReported(parts.database, window))) return null;
  const whole = { ...window, lists: "whole" as const };
  return { chapter, content: await workOutChapter(parts, whole, { name: chapter, done: {} }) };
}

async function workOutSummary(parts: ChapterParts, window: ReportWindow): Promise<Summary> {
  const done: Partial<Chapters> = {};
  for (const name of WORK_ORDER)
    Object.assign(done, { [name]: await workOutChapter(parts, window, { name, done }) });
  const { wasteUsd: _, findings, ...rest } = (done as Chapters).overview;
  return { ...rest, findings: findings.filter((finding) => finding.chapter !== "waste") };
}

/** Whether there is a completed report about the same person, or everybody, that holds the whole window. */
async function isReported(database: Database, { scope, from, to }: ReportWindow): Promise<boolean> {
  const { organizationId: organization, onlyDeveloper, labels = [] } = scope;
  const names =
    onlyDeveloper === null ? null : idsOf(onlyDeveloper, await readDevelopers(database, organization));
  return hasReportOver(database, { organization, names, labels: labelsKept(labels), from, to });
}
