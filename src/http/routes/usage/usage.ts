/** `GET /scoring/usage`: what a team uses, what that costs, and who uses it. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { USAGE_ANSWER, USAGE_BUCKETS, USAGE_CUTS } from "../../../insights/usage/usage-answer.ts";
import { LISTED, NAME_POSITION } from "../../../vocabulary/listed-names.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  refuseManyParts,
  WINDOW_PARAMETERS,
} from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";

const PATH = "/scoring/usage";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  bucket: z.enum(USAGE_BUCKETS).default("day").describe("How the window is divided in time, in UTC."),
  by: z.enum(USAGE_CUTS).default("model").describe("What the rows are."),
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...pageParameters({ usual: LISTED, most: 500 }),
});

const ANSWER = USAGE_ANSWER.extend({ nextCursor: z.string().nullable() });

/** Mounts the route. */
export function usageRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof ANSWER>> => {
      const list = openListFor(context, { request, path: PATH, parameters: query, position: NAME_POSITION });
      const { scope, window, limit, after } = list;
      const { bucket, by, developer = null } = query;
      refuseManyParts(window, bucket);
      const asked = { scope, ...window, now: context.clock(), bucket, by, developer, limit, after };
      const { next, ...page } = await context.queries(request).pageUsage(asked);
      return { ...page, nextCursor: list.cursorAfter(next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "What is used, what it costs, and by whom: in all, over time and by row",
        tag: "Scores",
        answer: ANSWER,
      }),
    },
  );
}
