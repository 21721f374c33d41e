/** `GET /scoring/scores`: Layer 3, Speed, Skill and Efficiency for each developer and period. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { BASELINE } from "../../../metrics/baselines/read-baseline.ts";
import { PERIODS, SCORE_POSITION, SCORE_ROW } from "../../../scores/answer.ts";
import { documented } from "../../openapi/documented.ts";
import { baselineOf, type RouteContext, openListFor } from "../../route-context.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  refuseManyParts,
  WINDOW_PARAMETERS,
} from "../../lists/window.ts";
import { isoTime } from "../../../vocabulary/times.ts";

const PATH = "/scoring/scores";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  period: z.enum(PERIODS).default("all").describe("How the window is divided, in UTC."),
  ...pageParameters({ usual: 500, most: 500 }),
});

export const SCORES_ANSWER = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  period: z.enum(PERIODS),
  baseline: BASELINE,
  scores: z.array(SCORE_ROW),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

/** Mounts the route. */
export function scoresRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof SCORES_ANSWER>> => {
      const list = openListFor(context, { request, path: PATH, parameters: query, position: SCORE_POSITION });
      const { from, to } = list.window;
      const { period, developer = null } = query;
      if (period !== "all") refuseManyParts(list.window, period);
      const { scope, limit, after } = list;
      const page = await context
        .queries(request)
        .listScores({ scope, from, to, period, developer, limit, after });
      return {
        from: isoTime(from),
        to: isoTime(to),
        period,
        baseline: await baselineOf(context, request, { scope, from, to }),
        scores: page.scores,
        total: page.total,
        nextCursor: list.cursorAfter(page.next),
      };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Speed, Skill and Efficiency for each developer and period",
        tag: "Scores",
        answer: SCORES_ANSWER,
      }),
    },
  );
}
