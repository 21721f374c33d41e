/** How far reports are, in words. */
import { titleOf } from "../../report/report-document.ts";
import { formatThings } from "../../words/numbers.ts";
import type { ReportJob, Reports } from "./fetch-reports.ts";

/** The page's answer. */
export function sayReports({ open, ended }: Pick<Reports, "open" | "ended">): string {
  if (open.length > 0)
    return `${formatThings(open.length, "report is", "reports are")} being made. It takes a few seconds for each.`;
  const newest = ended.find(({ status }) => status === "completed");
  if (newest !== undefined) return `The newest report: ${titleOf(newest)}.`;
  return ended.length === 0 ? "No report has been made yet." : "No report is completed yet.";
}

/** What is worked on, in the words of the chapters' titles. */
const STEPS: Readonly<Record<NonNullable<ReportJob["chapter"]>, string>> = {
  overview: "Overview",
  scores: "Scores",
  prompts: "Prompts",
  throttle: "Waiting time",
  rightsizing: "Model choice",
  waste: "Waste",
  coaching: "Coaching",
  appendix: "Appendix",
  narrative: "Written summary",
};

/** Returns "Waiting time, 40 % done", or that it waits. */
export function sayProgress({ chapter, progress }: Pick<ReportJob, "chapter" | "progress">): string {
  if (chapter === null) return progress === 0 ? "waits" : `${Math.round(progress * 100)} % done`;
  return `${STEPS[chapter]}, ${Math.round(progress * 100)} % done`;
}

/** Where a completed report is read. */
export function reportAddress(id: string): string {
  return `/reports/${encodeURIComponent(id)}`;
}
