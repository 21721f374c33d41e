/** `GET /scoring/repairs`: how many sub-sessions went without a repair, day by day or week by week. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { BUCKETS_OR_ALL } from "../../../scores/periods.ts";
import { REPAIRS_POINT } from "../../../scores/trends/repair-answer.ts";
import { DEVELOPER_PARAMETER, refuseManyParts, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openWindowFor, type RouteContext } from "../../route-context.ts";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  bucket: z
    .enum(BUCKETS_OR_ALL)
    .default("week")
    .describe("How the window is divided, in UTC; weeks from Monday; all: not at all."),
});

const REPAIRS_ANSWER = z.object({
  bucket: z.enum(BUCKETS_OR_ALL),
  points: z.array(REPAIRS_POINT).describe("The earliest first; a bucket without work has a point as well."),
});

/** Mounts the route. */
export function repairsRoutes(context: RouteContext) {
  return new Elysia().get(
    "/scoring/repairs",
    async ({ request, query }): Promise<z.infer<typeof REPAIRS_ANSWER>> => {
      const { bucket, developer = null } = query;
      const asked = openWindowFor(context, request, query);
      if (bucket !== "all") refuseManyParts(asked, bucket);
      return { bucket, points: await context.queries(request).readRepairs({ ...asked, bucket, developer }) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "The share of sub-sessions without a repair, by day or week",
        tag: "Scores",
        answer: REPAIRS_ANSWER,
      }),
    },
  );
}
