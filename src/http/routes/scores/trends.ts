/** `GET /scoring/trends` and `/scoring/trends/:score`: the scores day by day or week by week. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { BASELINE } from "../../../metrics/baselines/read-baseline.ts";
import { BUCKETS_OR_ALL } from "../../../scores/periods.ts";
import { AUTO, AUTO_TEXT } from "../../../scores/trends/fitting-buckets.ts";
import { TREND_POINT, TREND_SCORES, TRENDS_POINT } from "../../../scores/trends/trend-answer.ts";
import { documented } from "../../openapi/documented.ts";
import { baselineOf, openWindowFor, type RouteContext } from "../../route-context.ts";
import { Refusal } from "../../refusal.ts";
import { DEVELOPER_PARAMETER, refuseManyParts, WINDOW_PARAMETERS } from "../../lists/window.ts";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  bucket: z
    .enum(BUCKETS_OR_ALL)
    .default("day")
    .describe("How the window is divided, in UTC; weeks from Monday; all: not at all."),
});

const TOGETHER = PARAMETERS.extend({
  bucket: z
    .enum([...BUCKETS_OR_ALL, AUTO])
    .default("day")
    .describe(`How the window is divided, in UTC; weeks from Monday; all: not at all; ${AUTO_TEXT}`),
});

const SCORE = z.enum(TREND_SCORES);

const TREND_ANSWER = z.object({
  score: SCORE,
  bucket: z.enum(BUCKETS_OR_ALL),
  baseline: BASELINE,
  points: z.array(TREND_POINT).describe("The earliest first; a bucket without work has a point as well."),
});

const TRENDS_ANSWER = z.object({
  bucket: z.enum(BUCKETS_OR_ALL),
  baseline: BASELINE,
  points: z.array(TRENDS_POINT).describe("The earliest first; a bucket without work has a point as well."),
});

/** Mounts the routes. */
export function trendRoutes(context: RouteContext) {
  return new Elysia().use(allTrends(context)).use(oneTrend(context));
}

function allTrends(context: RouteContext) {
  return new Elysia().get(
    "/scoring/trends",
    async ({ request, query }): Promise<z.infer<typeof TRENDS_ANSWER>> => {
      const { bucket, developer = null } = query;
      const asked = openWindowFor(context, request, query);
      if (bucket !== "all") refuseManyParts(asked, bucket === AUTO ? "day" : bucket);
      const trends = await context.queries(request).readTrends({ ...asked, bucket, developer });
      return { ...trends, baseline: await baselineOf(context, request, asked) };
    },
    {
      query: TOGETHER,
      detail: documented({
        summary: "Speed, Skill and Efficiency by day or week, together",
        tag: "Scores",
        answer: TRENDS_ANSWER,
      }),
    },
  );
}

function oneTrend(context: RouteContext) {
  return new Elysia().get(
    "/scoring/trends/:score",
    async ({ request, params, query }): Promise<z.infer<typeof TREND_ANSWER>> => {
      const score = SCORE.safeParse(params.score).data;
      if (score === undefined) throw unknownScore();
      const { bucket, developer = null } = query;
      const asked = openWindowFor(context, request, query);
      if (bucket !== "all") refuseManyParts(asked, bucket);
      const points = await context.queries(request).readTrend({ ...asked, score, bucket, developer });
      return { score, bucket, baseline: await baselineOf(context, request, asked), points };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Speed, Skill or Efficiency by day or week",
        tag: "Scores",
        answer: TREND_ANSWER,
        path: { score: SCORE },
      }),
    },
  );
}

function unknownScore(): Refusal {
  return new Refusal(404, { detail: `There are trends of ${TREND_SCORES.join(", ")}.` });
}
