/** `/v1/insights/session-stats`, `highlights`, `summary`, `summaries` and `details`: a window as it is now. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { DETAILS, SUMMARY } from "../../../insights/reports/lists/summary.ts";
import { DEVELOPER_SUMMARY } from "../../../insights/reports/lists/summaries.ts";
import { HIGHLIGHTS } from "../../../insights/reports/lists/highlights.ts";
import { SESSION_STATS } from "../../../insights/reports/lists/session-stats.ts";
import { CHAPTER_NAMES } from "../../../insights/reports/report.ts";
import { SCORE_POSITION } from "../../../scores/answer.ts";
import { SESSION_POSITION } from "../../../sessions/listed/session-answer.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  refuseLongWindow,
  WINDOW_PARAMETERS,
} from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { openListFor, openWindowFor, type RouteContext } from "../../route-context.ts";

const PATH = "/v1/insights";
const TAG = "Reports";

const WINDOW = { ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER, label: LABEL_PARAMETER };
const PARAMETERS = z.object(WINDOW);
const STATS_PARAMETERS = z.object({ ...WINDOW, ...pageParameters({ usual: 50, most: 500 }) });
const SUMMARIES_PARAMETERS = z.object({ ...WINDOW, ...pageParameters({ usual: 50, most: 100 }) });
const DETAILS_PARAMETERS = z.object({
  ...WINDOW,
  chapter: z
    .enum(CHAPTER_NAMES, { error: `expected one of ${CHAPTER_NAMES.join(", ")}` })
    .default("overview")
    .describe("Which chapter."),
});

const STATS_ANSWER = z.object({
  sessions: z.array(SESSION_STATS).describe("Those that start in the window, the newest first."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const SUMMARIES_ANSWER = z.object({
  summaries: z.array(DEVELOPER_SUMMARY).describe("By the developers' ids; not a ranking."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

/**
 * Mounts the routes.
 *
 * @param model - The judge model that is set; null for none.
 */
export function windowInsightRoutes(context: RouteContext, model: string | null) {
  return new Elysia()
    .get(`${PATH}/session-stats`, ({ request, query }) => listStats(context, request, query), {
      query: STATS_PARAMETERS,
      detail: documented({
        summary: "How long each session was, and what it used",
        tag: TAG,
        answer: STATS_ANSWER,
      }),
    })
    .get(`${PATH}/summaries`, ({ request, query }) => listSummaries(context, request, query), {
      query: SUMMARIES_PARAMETERS,
      detail: documented({
        summary: "The window in a few numbers for each developer",
        tag: TAG,
        answer: SUMMARIES_ANSWER,
      }),
    })
    .use(wholeWindowRoutes(context, model));
}

function wholeWindowRoutes(context: RouteContext, model: string | null) {
  return new Elysia()
    .get(
      `${PATH}/highlights`,
      ({ request, query }) =>
        context.queries(request).readHighlights({ ...windowOf(context, request, query), model }),
      {
        query: PARAMETERS,
        detail: documented({
          summary: "The best and the worst of the window, with evidence",
          tag: TAG,
          answer: HIGHLIGHTS,
        }),
      },
    )
    .get(
      `${PATH}/summary`,
      ({ request, query }) =>
        context.queries(request).readWindowSummary({ ...windowOf(context, request, query), model }),
      {
        query: PARAMETERS,
        detail: documented({
          summary: "The window's overview, as a report made now would have it, without waste",
          tag: TAG,
          answer: SUMMARY,
        }),
      },
    )
    .get(`${PATH}/details`, ({ request, query }) => readDetails(context, request, { ...query, model }), {
      query: DETAILS_PARAMETERS,
      detail: documented({
        summary:
          "Everything behind one chapter of a report; on waste where a completed report covers the window",
        tag: TAG,
        answer: DETAILS,
        missing: "No completed report covers the window of waste",
      }),
    });
}

async function readDetails(
  context: RouteContext,
  request: Request,
  { chapter, model, ...query }: z.infer<typeof DETAILS_PARAMETERS> & { model: string | null },
): Promise<z.infer<typeof DETAILS>> {
  const asked = { ...windowOf(context, request, query), chapter, model };
  const details = await context.queries(request).readDetails(asked);
  if (details !== null) return details;
  throw new Refusal(404, {
    detail:
      "Waste is shown in reports: no completed report covers this window. " +
      `POST ${PATH}/report/generate creates one.`,
  });
}

function windowOf(context: RouteContext, request: Request, query: z.infer<typeof PARAMETERS>) {
  const { developer = null } = query;
  const asked = { ...openWindowFor(context, request, query), developer, now: context.clock() };
  refuseLongWindow(asked);
  return asked;
}

async function listStats(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof STATS_PARAMETERS>,
): Promise<z.infer<typeof STATS_ANSWER>> {
  const path = `${PATH}/session-stats`;
  const list = openListFor(context, { request, path, parameters: query, position: SESSION_POSITION });
  const { scope, window, limit, after } = list;
  const { developer = null } = query;
  const asked = { scope, ...window, developer, limit, after };
  const { next, ...page } = await context.queries(request).listSessionStats(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}

async function listSummaries(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof SUMMARIES_PARAMETERS>,
): Promise<z.infer<typeof SUMMARIES_ANSWER>> {
  const path = `${PATH}/summaries`;
  const list = openListFor(context, { request, path, parameters: query, position: SCORE_POSITION });
  const { scope, window, limit, after } = list;
  const { developer = null } = query;
  const asked = { scope, ...window, developer, limit, after };
  const { next, ...page } = await context.queries(request).listSummaries(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}
