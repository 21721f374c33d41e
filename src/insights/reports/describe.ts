/** Writes what a report says, chapter by chapter. */
import { describeOverview } from "../../../embedded/dashboard/report/chapters/overview.ts";
import type { Chapter } from "../../../embedded/dashboard/report/document.ts";
import { withNarrative } from "../../../embedded/dashboard/report/report-document.ts";
import { learnNames } from "../../../embedded/dashboard/words/names.ts";
import { METRIC_DEFINITIONS } from "../../metrics/definitions.ts";
import { AGENT_TITLES } from "../../normaliser/dialects/agents.ts";
import { OTHER_CHAPTERS } from "./chapters/other-chapters.ts";
import type { Chapters, Report } from "./report.ts";

/** A report with every chapter that there is. */
export type WholeReport = Pick<Report, "developer" | "labels" | "from" | "to" | "narrative"> & {
  chapters: Chapters;
};

/** Returns the chapters in the order in which they are read. The same report always gives the same ones. */
export function describeChapters(report: WholeReport): Chapter[] {
  learnNames({ agents: AGENT_TITLES, metrics: METRIC_DEFINITIONS });
  const others = OTHER_CHAPTERS.map((chapter) => chapter.describe(report));
  return [describeOverview(report), ...others].map(withNarrative(report));
}
