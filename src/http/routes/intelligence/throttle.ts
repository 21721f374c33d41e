/** `GET /v1/intelligence/throttle`: time lost to limits, overload and slow models. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { EVENT_POSITION, THROTTLE_ANSWER } from "../../../insights/throttle/throttle-answer.ts";
import { DEVELOPER_PARAMETER, pageParameters, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";

const PATH = "/v1/intelligence/throttle";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...pageParameters({ usual: 200, most: 500 }),
});

const THROTTLE_PAGE = THROTTLE_ANSWER.extend({
  nextCursor: z.string().nullable().describe("The next page of events; all else is of the whole window."),
});

/** Mounts the route. */
export function throttleRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof THROTTLE_PAGE>> => {
      const list = openListFor(context, { request, path: PATH, parameters: query, position: EVENT_POSITION });
      const { scope, window, limit, after } = list;
      const asked = { scope, ...window, developer: query.developer ?? null, limit, after };
      const { next, ...page } = await context.queries(request).pageThrottle(asked);
      return { ...page, nextCursor: list.cursorAfter(next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Time lost to throttling: what, when, on which model, and where the cause is",
        tag: "Intelligence",
        answer: THROTTLE_PAGE,
      }),
    },
  );
}
