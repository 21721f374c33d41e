/** `/v1/insights/report`: reports are asked for, made in the background, read and cancelled. */
import { Elysia } from "elysia";
import { z } from "zod";
import { type ReadScope, readScope } from "../../../identity/scope.ts";
import { REPORT_POSITION, type ReportsQuery } from "../../../insights/reports/find-report.ts";
import { type Report, REPORT, REPORT_JOB, type ReportJob } from "../../../insights/reports/report.ts";
import { MOST_OPEN, type RequestProblem } from "../../../insights/reports/request-report.ts";
import { LABELS_WISH, labelsAsked } from "../../../vocabulary/labels/label.ts";
import { pageParameters, refuseLongWindow, resolveWindow, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";
import { inAskedForm, type Letterhead, REPORT_FORMS } from "./report-forms.ts";

const PATH = "/v1/insights/report";
const TAG = "Reports";

const WISH = z.strictObject({
  ...WINDOW_PARAMETERS,
  developer: z
    .string()
    .min(1)
    .nullish()
    .describe(
      "An id or e-mail. Left out: the whole organization, or the key's own developer where it is bound.",
    ),
  labels: LABELS_WISH.optional(),
  narrative: z.boolean().default(false).describe("Whether the judge model is to write about the numbers."),
});

const PAGE = z.object(pageParameters({ usual: 50, most: 500 }));

const REPORTS_ANSWER = z.object({
  reports: z.array(REPORT_JOB).describe("The one that was asked for last first."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

/** What reports are drawn with. */
interface ReportParts {
  /** Where people reach the dashboard; null: where they ask from. */
  publicUrl: string | null;
}

/** Mounts the routes. */
export function reportRoutes(context: RouteContext, parts: ReportParts) {
  return new Elysia()
    .post(
      `${PATH}/generate`,
      ({ request, body, set }) => {
        set.status = 202;
        return generate(context, request, body);
      },
      {
        body: WISH.prefault({}),
        detail: documented({
          summary: "Has a report made; the same window again answers the report that is being made",
          tag: TAG,
          answer: REPORT_JOB,
          status: "202",
          conflict: `${MOST_OPEN} reports of the organization wait already`,
        }),
      },
    )
    .get(PATH, ({ request }) => readNewest(context, request, parts), {
      detail: documented({
        summary: "The newest completed report, as JSON, Markdown or HTML",
        tag: TAG,
        answer: REPORT,
        missing: "There is no completed report that the caller may see",
        forms: REPORT_FORMS,
      }),
    })
    .get(`${PATH}/pending`, ({ request, query }) => list(context, { request, query, which: "open" }), {
      query: PAGE,
      detail: documented({
        summary: "Reports that are being made, or wait",
        tag: TAG,
        answer: REPORTS_ANSWER,
      }),
    })
    .get(`${PATH}/history`, ({ request, query }) => list(context, { request, query, which: "ended" }), {
      query: PAGE,
      detail: documented({
        summary: "Reports that are completed, failed or cancelled",
        tag: TAG,
        answer: REPORTS_ANSWER,
      }),
    })
    .use(oneReportRoutes(context, parts));
}

function oneReportRoutes(context: RouteContext, parts: ReportParts) {
  return new Elysia()
    .get(`${PATH}/status/:id`, ({ request, params }) => readStatus(context, request, params.id), {
      detail: documented({ summary: "How far a report has come", tag: TAG, answer: REPORT_JOB }),
    })
    .post(`${PATH}/cancel/:id`, ({ request, params }) => cancel(context, request, params.id), {
      detail: documented({
        summary: "Cancels a report that has not ended",
        tag: TAG,
        answer: REPORT_JOB,
        conflict: "It has ended",
      }),
    })
    .get(`${PATH}/:id`, ({ request, params }) => readReport(context, parts, { request, id: params.id }), {
      detail: documented({
        summary: "One completed report, as JSON, Markdown or HTML",
        tag: TAG,
        answer: REPORT,
        forms: REPORT_FORMS,
        conflict: "It is not completed",
      }),
    });
}

async function generate(
  context: RouteContext,
  request: Request,
  { developer = null, narrative, labels, ...asked }: z.infer<typeof WISH>,
): Promise<ReportJob> {
  const window = resolveWindow(asked, context.clock());
  refuseLongWindow(window);
  const scope = { ...readScope(context.guard.callerOf(request)), labels: labelsAsked(labels) };
  const endsNow = asked.to === undefined;
  const job = await context
    .changes(request)
    .requestReport({ scope, ...window, endsNow, developer, narrative });
  if (!job.ok) throw refusalFor(job.problem);
  return job.value;
}

function refusalFor(problem: RequestProblem): Refusal {
  switch (problem.kind) {
    case "unknown_developer":
      return new Refusal(400, {
        detail: "The developer whom the report is about is unknown.",
        errors: [{ path: "developer", message: "expected an e-mail, or the id of a known developer" }],
      });
    case "too_many_open":
      return new Refusal(409, {
        detail: `${MOST_OPEN} reports are waiting already: ask again when they are done, or cancel some.`,
      });
  }
}

async function readNewest(
  context: RouteContext,
  request: Request,
  parts: ReportParts,
): Promise<Report | Response> {
  const scope = readScope(context.guard.callerOf(request));
  const found = await context.queries(request).readNewestReport({ scope });
  if (found !== null) return inAskedForm(request, found, letterheadFor(context, scope, parts));
  throw new Refusal(404, { detail: `There is no completed report. POST ${PATH}/generate creates one.` });
}

function letterheadFor(
  { keyring }: RouteContext,
  { organizationId }: ReadScope,
  { publicUrl }: ReportParts,
): Letterhead {
  return { organization: keyring.organization(organizationId).name, publicUrl };
}

async function list(
  context: RouteContext,
  { request, query, which }: { request: Request; query: z.infer<typeof PAGE>; which: ReportsQuery["which"] },
): Promise<z.infer<typeof REPORTS_ANSWER>> {
  const path = `${PATH}/${which}`;
  const opened = openListFor(context, { request, path, parameters: query, position: REPORT_POSITION });
  const { scope, limit, after } = opened;
  const { next, ...page } = await context.queries(request).listReports({ scope, which, limit, after });
  return { ...page, nextCursor: opened.cursorAfter(next) };
}

async function readStatus(context: RouteContext, request: Request, id: string): Promise<ReportJob> {
  const scope = readScope(context.guard.callerOf(request));
  const job = await context.queries(request).findReport({ scope, id });
  if (job === null) throw noSuchReport();
  return job;
}

async function readReport(
  context: RouteContext,
  parts: ReportParts,
  { request, id }: { request: Request; id: string },
): Promise<Report | Response> {
  const scope = readScope(context.guard.callerOf(request));
  const found = await context.queries(request).readReport({ scope, id });
  if (found.ok) return inAskedForm(request, found.value, letterheadFor(context, scope, parts));
  const { problem } = found;
  switch (problem.kind) {
    case "unknown":
      throw noSuchReport();
    case "not_completed":
      throw new Refusal(409, { detail: whyUnread(problem.job) });
  }
}

function whyUnread({ status, reason, id }: ReportJob): string {
  switch (status) {
    case "failed":
      return `This report failed: ${reason ?? "the reason is not known"} Have it made again.`;
    case "cancelled":
      return "This report was cancelled.";
    default:
      return `This report is not completed yet: GET ${PATH}/status/${id} says how far it is.`;
  }
}

async function cancel(context: RouteContext, request: Request, id: string): Promise<ReportJob> {
  const scope = readScope(context.guard.callerOf(request));
  const cancelled = await context.changes(request).cancelReport({ scope, id });
  if (cancelled.ok) return cancelled.value;
  if (cancelled.problem.kind === "unknown") throw noSuchReport();
  throw new Refusal(409, { detail: `This report has ended already: it is ${cancelled.problem.status}.` });
}

function noSuchReport(): Refusal {
  return new Refusal(404, { detail: "Unknown report." });
}
