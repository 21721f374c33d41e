/** `GET /scoring/trends/:score`: one score day by day or week by week. */
import { Elysia } from "elysia";
import { z } from "zod";
import { BUCKETS, TREND_POINT, TREND_SCORES } from "../../scores/trend-answer.ts";
import { DAY } from "../../vocabulary/units.ts";
import { documented } from "../documented.ts";
import { type Frame, openWindowFor } from "../frame.ts";
import { Refusal } from "../problems.ts";
import { DEVELOPER_PARAMETER, type Window, WINDOW_PARAMETERS } from "../window.ts";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  bucket: z.enum(BUCKETS).default("day").describe("How the window is divided, in UTC; weeks from Monday."),
});

const SCORE = z.enum(TREND_SCORES);

export const TREND_ANSWER = z.object({
  score: SCORE,
  bucket: z.enum(BUCKETS),
  points: z.array(TREND_POINT).describe("The earliest first; a bucket without work has a point as well."),
});

/** Every bucket has a point, so that a window of all time has too many. */
const MOST_POINTS = 50_000;

/** Mounts the route. */
export function trendRoutes(frame: Frame) {
  return new Elysia().get(
    "/scoring/trends/:score",
    async ({ request, params, query }): Promise<z.infer<typeof TREND_ANSWER>> => {
      const score = SCORE.safeParse(params.score).data;
      if (score === undefined) throw unknownScore();
      const { bucket, developer = null } = query;
      const asked = openWindowFor(frame, request, query);
      refuseTooMany(asked, bucket);
      const points = await frame.queries.readTrend({ ...asked, score, bucket, developer });
      return { score, bucket, points };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Speed, Skill or Efficiency by day or week",
        tag: "Scores",
        answer: TREND_ANSWER,
      }),
    },
  );
}

function unknownScore(): Refusal {
  return new Refusal(404, { detail: `There are trends of ${TREND_SCORES.join(", ")}.` });
}

function refuseTooMany({ from, to }: Window, bucket: (typeof BUCKETS)[number]): void {
  if ((to - from) / (bucket === "day" ? DAY : 7 * DAY) <= MOST_POINTS) return;
  throw new Refusal(400, {
    detail: `The window holds more than ${MOST_POINTS} ${bucket}s.`,
    errors: [{ path: "from", message: `expected a time at most ${MOST_POINTS} ${bucket}s before to` }],
  });
}
