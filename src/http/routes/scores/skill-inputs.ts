/** `GET /scoring/skill-inputs`: what Skill is made of, day by day or week by week. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { BASELINE } from "../../../metrics/baselines/read-baseline.ts";
import { INPUT_POINT } from "../../../scores/inputs/input-answer.ts";
import { BUCKETS_OR_ALL } from "../../../scores/periods.ts";
import { DEVELOPER_PARAMETER, refuseManyParts, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { baselineOf, openWindowFor, type RouteContext } from "../../route-context.ts";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  bucket: z
    .enum(BUCKETS_OR_ALL)
    .default("all")
    .describe("How the window is divided, in UTC; weeks from Monday; all: not at all."),
});

const SKILL_INPUTS_ANSWER = z.object({
  bucket: z.enum(BUCKETS_OR_ALL),
  baseline: BASELINE,
  points: z.array(INPUT_POINT).describe("The earliest first; a bucket without work has a point as well."),
});

/** Mounts the route. */
export function skillInputsRoutes(context: RouteContext) {
  return new Elysia().get(
    "/scoring/skill-inputs",
    async ({ request, query }): Promise<z.infer<typeof SKILL_INPUTS_ANSWER>> => {
      const { bucket, developer = null } = query;
      const asked = openWindowFor(context, request, query);
      if (bucket !== "all") refuseManyParts(asked, bucket);
      const points = await context.queries(request).readInputs({ ...asked, bucket, developer });
      return { bucket, baseline: await baselineOf(context, request, asked), points };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "The five inputs of Skill with their intervals, by day or week",
        tag: "Scores",
        answer: SKILL_INPUTS_ANSWER,
      }),
    },
  );
}
