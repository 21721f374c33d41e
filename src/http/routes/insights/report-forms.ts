/** The forms in which a report can be read, chosen by the header `Accept`. */
import type { ReportDocument } from "../../../../embedded/dashboard/report/document.ts";
import { factsOf, titleOf } from "../../../../embedded/dashboard/report/report-document.ts";
import type { FoundReport } from "../../../insights/reports/find-report.ts";
import { writeMarkdown } from "../../../insights/reports/markdown/write-markdown.ts";
import { writePage } from "../../../insights/reports/page/write-page.ts";
import type { Report } from "../../../insights/reports/report.ts";
import { preferredType } from "../../accept/preferred-type.ts";

/** What a report says, in the blocks of which the dashboard builds its page. */
const BLOCKS = "application/vnd.scoring.report+json";

/** The forms other than JSON with the numbers. */
export const REPORT_FORMS = ["text/html", "text/markdown", BLOCKS] as const;

const FORMS = ["application/json", ...REPORT_FORMS] as const;

/** What a document says in addition to its report. */
export interface Letterhead {
  /** Its name. */
  organization: string;
  /** Where people reach the dashboard, so that a report that was handed on leads to its evidence; null: where it was asked for. */
  publicUrl: string | null;
}

/**
 * Returns the report as the caller asked for it; an object is answered as JSON, which is also what callers
 * get who ask for no form that there is.
 */
export async function inAskedForm(
  request: Request,
  found: FoundReport,
  letterhead: Letterhead,
): Promise<Report | Response> {
  const { organization, publicUrl } = letterhead;
  const { report } = found;
  const dashboard = (publicUrl ?? new URL(request.url).origin).replace(/\/$/, "");
  const document = documentOf(found, organization);
  const type = preferredType(request.headers.get("accept"), FORMS);
  switch (type) {
    case "application/json":
      return report;
    case "text/markdown":
      return textAnswer(report, { ending: "md", type }, writeMarkdown(document, dashboard));
    case "text/html": {
      const { text, policy } = await writePage(document, dashboard);
      return textAnswer(report, { ending: "html", type, policy }, text);
    }
    case BLOCKS:
      return textAnswer(report, { ending: "json", type: "application/json" }, JSON.stringify(document));
  }
}

function documentOf({ report, said }: FoundReport, organization: string): ReportDocument {
  return { title: titleOf(report), facts: factsOf(report, organization), chapters: said };
}

interface Form {
  ending: string;
  type: string;
  /** What a page may load. */
  policy?: string;
}

function textAnswer(report: Report, form: Form, text: string): Response {
  const { from, to } = report;
  const name = `report-${from.slice(0, 10)}-to-${to.slice(0, 10)}.${form.ending}`;
  return new Response(text, {
    headers: {
      "content-type": `${form.type}; charset=utf-8`,
      "content-disposition": `inline; filename="${name}"`,
      ...(form.policy !== undefined && { "content-security-policy": form.policy }),
      vary: "Accept",
    },
  });
}
