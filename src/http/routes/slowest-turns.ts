/** `GET /scoring/turns/slowest`: the turns that took longest. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../lists/labels.ts";
import { SLOW_TURN, SLOWEST_POSITION } from "../../turns/slowest/slowest-answer.ts";
import { documented } from "../openapi/documented.ts";
import { openListFor, type RouteContext } from "../route-context.ts";
import { DEVELOPER_PARAMETER, pageParameters, WINDOW_PARAMETERS } from "../lists/window.ts";

const PATH = "/scoring/turns/slowest";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...pageParameters({ usual: 20, most: 100 }),
});

const SLOWEST_ANSWER = z.object({
  turns: z.array(SLOW_TURN),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

/** Mounts the route. */
export function slowestTurnsRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof SLOWEST_ANSWER>> => {
      const list = openListFor(context, {
        request,
        path: PATH,
        parameters: query,
        position: SLOWEST_POSITION,
      });
      const { scope, window, limit, after } = list;
      const asked = { scope, ...window, developer: query.developer ?? null, limit, after };
      const { next, ...page } = await context.queries(request).listSlowest(asked);
      return { ...page, nextCursor: list.cursorAfter(next) };
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
