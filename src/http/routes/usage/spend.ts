/** `GET /scoring/spend`: what the work of a window cost. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { MODEL_SPEND } from "../../../spend/spend-answer.ts";
import { LISTED, NAME_POSITION } from "../../../vocabulary/listed-names.ts";
import { documented } from "../../openapi/documented.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";
import { DEVELOPER_PARAMETER, pageParameters, WINDOW_PARAMETERS } from "../../lists/window.ts";

const PATH = "/scoring/spend";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...pageParameters({ usual: LISTED, most: 500 }),
});

const SPEND_ANSWER = z.object({
  costUsd: z.number().min(0).describe("All models together, without the calls that have no price."),
  calls: z.int().min(0),
  unpricedCalls: z.int().min(0),
  models: z
    .array(MODEL_SPEND)
    .describe("Those with the most calls, by name; those of later pages together as `other`."),
  total: z.int().min(0).describe("The models on all pages."),
  nextCursor: z.string().nullable(),
  priceTable: z.object({ date: z.iso.date() }).describe("The prices in effect."),
});

/** Mounts the route. */
export function spendRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof SPEND_ANSWER>> => {
      const list = openListFor(context, { request, path: PATH, parameters: query, position: NAME_POSITION });
      const { scope, window, limit, after } = list;
      const asked = { scope, ...window, developer: query.developer ?? null, limit, after };
      const { next, ...page } = await context.queries(request).pageSpend(asked);
      return { ...page, nextCursor: list.cursorAfter(next), priceTable: { date: context.prices.date } };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "What the sessions that start in the window cost, by model",
        tag: "Scores",
        answer: SPEND_ANSWER,
      }),
    },
  );
}
