/** `GET /v1/insights/summary` and `details`: a report's chapters as of now, without a report being made. */
import { z } from "zod";
import type { ChapterParts } from "../chapters/chapter.ts";
import { OVERVIEW, type Overview } from "../chapters/overview.ts";
import { CHAPTER_NAMES, type ChapterName, CHAPTERS, type Chapters } from "../report.ts";
import { WORK_ORDER, workOutChapter } from "../work-out.ts";
import { type WindowQuery, windowFor } from "./window-query.ts";

export const SUMMARY = OVERVIEW;

/** One window's overview. */
export async function readSummary(parts: ChapterParts, query: WindowQuery): Promise<Overview> {
  const { content } = await readDetails(parts, { ...query, chapter: "overview" });
  return content as Overview;
}

/** Every chapter, as an answer names it. */
export const DETAILS = z.union(
  CHAPTER_NAMES.map((chapter) => z.object({ chapter: z.literal(chapter), content: CHAPTERS.shape[chapter] })),
);

/** What is asked for. */
export interface DetailsQuery extends WindowQuery {
  chapter: ChapterName;
}

/** One chapter, with everything that a report leaves out of it for its length. */
export async function readDetails(
  parts: ChapterParts,
  { chapter, ...query }: DetailsQuery,
): Promise<{ chapter: ChapterName; content: Chapters[ChapterName] }> {
  const window = await windowFor(parts.database, query);
  if (chapter !== "overview") {
    const whole = { ...window, lists: "whole" as const };
    return { chapter, content: await workOutChapter(parts, whole, { name: chapter, done: {} }) };
  }
  const done: Partial<Chapters> = {};
  for (const name of WORK_ORDER)
    Object.assign(done, { [name]: await workOutChapter(parts, window, { name, done }) });
  return { chapter, content: (done as Chapters).overview };
}
