/** `GET /scoring/metrics`: the metrics of each sub-session; `GET /scoring/metrics/definitions`: what they are. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../lists/labels.ts";
import { METRIC_POSITION, METRIC_ROW } from "../../metrics/answer.ts";
import { BASELINE } from "../../metrics/baselines/read-baseline.ts";
import { METRIC_DEFINITION, METRIC_DEFINITIONS } from "../../metrics/definitions.ts";
import { METRIC_NAMES } from "../../metrics/metrics.ts";
import { documented } from "../openapi/documented.ts";
import { baselineOf, openListFor, type RouteContext } from "../route-context.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
  sessionAsked,
} from "../lists/window.ts";

const PATH = "/scoring/metrics";
const LISTED = new Intl.ListFormat("en-GB").format(METRIC_NAMES.map((name) => name.toUpperCase()));

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  session_id: SESSION_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const METRICS_ANSWER = z.object({
  baseline: BASELINE,
  metrics: z.array(METRIC_ROW),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const DEFINITIONS_ANSWER = z.object({ metrics: z.array(METRIC_DEFINITION) });

/** Mounts the routes. */
export function metricsRoutes(context: RouteContext) {
  return new Elysia().use(definitionsRoute()).get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof METRICS_ANSWER>> => {
      const list = openListFor(context, {
        request,
        path: PATH,
        parameters: query,
        position: METRIC_POSITION,
      });
      const page = await context.queries(request).listMetrics({
        scope: list.scope,
        ...list.window,
        developer: query.developer ?? null,
        sessionId: sessionAsked(query.session_id),
        limit: list.limit,
        after: list.after,
      });
      const baseline = await baselineOf(context, request, { scope: list.scope, ...list.window });
      return { baseline, metrics: page.metrics, total: page.total, nextCursor: list.cursorAfter(page.next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: `${LISTED} of each sub-session`,
        tag: "Scores",
        answer: METRICS_ANSWER,
      }),
    },
  );
}

function definitionsRoute() {
  return new Elysia().get(
    `${PATH}/definitions`,
    (): z.infer<typeof DEFINITIONS_ANSWER> => ({ metrics: [...METRIC_DEFINITIONS] }),
    {
      detail: documented({
        summary: "What each metric is called, what it looks at and what it weighs in Skill",
        tag: "Scores",
        answer: DEFINITIONS_ANSWER,
      }),
    },
  );
}
