/** `GET /scoring/usage`: what a team uses, what that costs, and who uses it. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import {
  USAGE_ANSWER,
  USAGE_BUCKETS,
  USAGE_CUTS,
  type UsageQuery,
} from "../../../insights/usage/usage-answer.ts";
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

const LABEL = "label:";
const BY_LABEL = z.string().regex(/^label:[^\s:]{1,100}$/, {
  error: `expected one of ${USAGE_CUTS.join(", ")}, a label with its name: label:team.id`,
});

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  bucket: z.enum(USAGE_BUCKETS).default("day").describe("How the window is divided in time, in UTC."),
  by: z
    .union([z.enum(USAGE_CUTS).exclude(["label"]), BY_LABEL])
    .default("model")
    .describe("What the rows are: with `label:team.id` the values of that label."),
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
      const { bucket, developer = null } = query;
      refuseManyParts(window, bucket);
      const asked = {
        scope,
        ...window,
        now: context.clock(),
        bucket,
        ...cutOf(query.by),
        developer,
        limit,
        after,
      };
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

function cutOf(by: string): Pick<UsageQuery, "by" | "label"> {
  if (by.startsWith(LABEL)) return { by: "label", label: by.slice(LABEL.length) };
  return { by: by as UsageQuery["by"], label: null };
}
