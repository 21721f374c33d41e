/** Computes one chapter of a report. */
import type { ChapterParts, ReportWindow } from "./chapters/chapter.ts";
import { OTHER_CHAPTERS, type OtherChapters } from "./chapters/other-chapters.ts";
import { workOutOverview } from "./chapters/overview.ts";
import { type ChapterName, type Chapters, WORK_ORDER } from "./report.ts";

/** @param chapter - `done` are the chapters that are computed; the overview needs all others. */
export function workOutChapter(
  parts: ChapterParts,
  window: ReportWindow,
  { name, done }: { name: ChapterName; done: Partial<Chapters> },
): Promise<Chapters[ChapterName]> {
  const chapter = OTHER_CHAPTERS.find(({ id }) => id === name);
  return chapter?.workOut(parts, window) ?? workOutOverview(parts, window, wholeOf(done));
}

function wholeOf(done: Partial<Chapters>): OtherChapters {
  const missing = WORK_ORDER.filter((name) => name !== "overview" && done[name] === undefined);
  if (missing.length > 0) throw new Error(`BUG: an overview without ${missing.join(", ")}`);
  return done as OtherChapters;
}
