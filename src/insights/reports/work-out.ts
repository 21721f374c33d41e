/** Computes one chapter of a report. */
import { workOutAppendix } from "./chapters/appendix.ts";
import type { ChapterParts, ReportWindow } from "./chapters/chapter.ts";
import { workOutCoaching } from "./chapters/coaching.ts";
import type { OtherChapters } from "./chapters/other-chapters.ts";
import { workOutOverview } from "./chapters/overview.ts";
import { workOutPrompts } from "./chapters/prompts.ts";
import { workOutRightsizing } from "./chapters/rightsizing.ts";
import { workOutScores } from "./chapters/scores.ts";
import { workOutThrottle } from "./chapters/throttle.ts";
import { workOutWaste } from "./chapters/waste.ts";
import type { ChapterName, Chapters } from "./report.ts";

const WORK: {
  [Name in keyof OtherChapters]: (parts: ChapterParts, window: ReportWindow) => Promise<OtherChapters[Name]>;
} = {
  scores: workOutScores,
  prompts: workOutPrompts,
  throttle: workOutThrottle,
  rightsizing: workOutRightsizing,
  waste: workOutWaste,
  coaching: workOutCoaching,
  appendix: workOutAppendix,
};

/** The order of the work: the overview comes last, because it is about all others. */
export const WORK_ORDER: readonly ChapterName[] = [
  ...(Object.keys(WORK) as (keyof OtherChapters)[]),
  "overview",
];

/** @remarks Takes the chapters that are done; the overview needs all others. */
export function workOutChapter(
  parts: ChapterParts,
  window: ReportWindow,
  { name, done }: { name: ChapterName; done: Partial<Chapters> },
): Promise<Chapters[ChapterName]> {
  if (name === "overview") return workOutOverview(parts, window, wholeOf(done));
  return WORK[name](parts, window);
}

function wholeOf(done: Partial<Chapters>): OtherChapters {
  const missing = WORK_ORDER.filter((name) => name !== "overview" && done[name] === undefined);
  if (missing.length > 0) throw new Error(`BUG: an overview without ${missing.join(", ")}`);
  return done as OtherChapters;
}
