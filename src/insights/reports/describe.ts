/** Writes a report as a document: what pages, Markdown and HTML say. */
import { describeReport } from "../../../embedded/dashboard/report/report-document.ts";
import type { ReportDocument } from "../../../embedded/dashboard/report/document.ts";
import { learnNames } from "../../../embedded/dashboard/words/names.ts";
import { METRIC_DEFINITIONS } from "../../metrics/definitions.ts";
import { AGENT_TITLES } from "../../normaliser/dialects/agents.ts";
import type { Report } from "./report.ts";

/**
 * Writes the document. The same report always gives the same one.
 *
 * @param organization - The organization's name.
 */
export function describe(report: Report, organization: string): ReportDocument {
  learnNames({ agents: AGENT_TITLES, metrics: METRIC_DEFINITIONS });
  return describeReport(report, organization);
}
