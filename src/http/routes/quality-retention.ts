/** `GET /scoring/sessions/quality-retention`: the sessions that kept least of what the agent wrote. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../lists/labels.ts";
import { RETENTION_POSITION, SESSION_RETENTION } from "../../metrics/retention/retention-answer.ts";
import { documented } from "../openapi/documented.ts";
import { openListFor, type RouteContext } from "../route-context.ts";
import { DEVELOPER_PARAMETER, pageParameters, WINDOW_PARAMETERS } from "../lists/window.ts";

const PATH = "/scoring/sessions/quality-retention";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const RETENTION_ANSWER = z.object({
  sessions: z
    .array(SESSION_RETENTION)
    .describe("By ascending QR; sessions without edits that count have none."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

/** Mounts the route. */
export function qualityRetentionRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof RETENTION_ANSWER>> => {
      const list = openListFor(context, {
        request,
        path: PATH,
        parameters: query,
        position: RETENTION_POSITION,
      });
      const { scope, window, limit, after } = list;
      const asked = { scope, ...window, developer: query.developer ?? null, limit, after };
      const { next, ...page } = await context.queries(request).listQualityRetention(asked);
      return { ...page, nextCursor: list.cursorAfter(next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Quality retention of each session, the lowest first",
        tag: "Scores",
        answer: RETENTION_ANSWER,
      }),
    },
  );
}
