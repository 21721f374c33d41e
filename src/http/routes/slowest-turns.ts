/** `GET /scoring/turns/slowest`: the turns that took longest. */
import { Elysia } from "elysia";
import { z } from "zod";
import { SLOW_TURN } from "../../turns/slowest/slowest-answer.ts";
import { documented } from "../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../route-context.ts";
import { DEVELOPER_PARAMETER, limitParameter, WINDOW_PARAMETERS } from "../lists/window.ts";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  limit: limitParameter({ usual: 20, most: 100 }),
});

const SLOWEST_ANSWER = z.object({ turns: z.array(SLOW_TURN), total: z.int().nullable() });

/** Mounts the route. */
export function slowestTurnsRoutes(context: RouteContext) {
  return new Elysia().get(
    "/scoring/turns/slowest",
    async ({ request, query }): Promise<z.infer<typeof SLOWEST_ANSWER>> => {
      const { limit, developer = null } = query;
      return context
        .queries(request)
        .listSlowest({ ...openWindowFor(context, request, query), developer, limit });
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "The slowest turns, the slowest first",
        tag: "Scores",
        answer: SLOWEST_ANSWER,
      }),
    },
  );
}
