/** `GET /v1/developers`: whose rows the key may read. */
import { Elysia } from "elysia";
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import { DEVELOPER_POSITION } from "../../identity/developers/list-developers.ts";
import { DEVELOPER_PARAMETER, pageParameters } from "../lists/window.ts";
import { documented } from "../openapi/documented.ts";
import { openListFor, type RouteContext } from "../route-context.ts";

const PATH = "/v1/developers";

const PARAMETERS = z.object({
  developer: DEVELOPER_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const DEVELOPERS_ANSWER = z.object({
  developers: z.array(DEVELOPER_ANSWER).describe("By name."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

/** Mounts the route. */
export function developersListRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof DEVELOPERS_ANSWER>> => {
      const list = openListFor(context, {
        request,
        path: PATH,
        parameters: query,
        position: DEVELOPER_POSITION,
      });
      const { scope, limit, after } = list;
      const asked = { scope, developer: query.developer ?? null, limit, after };
      const { next, ...page } = await context.queries(request).listDevelopers(asked);
      return { ...page, nextCursor: list.cursorAfter(next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "The developers whose rows the caller may read, by name",
        tag: "Developers",
        answer: DEVELOPERS_ANSWER,
      }),
    },
  );
}
