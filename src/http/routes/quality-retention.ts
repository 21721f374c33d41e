/** `GET /scoring/sessions/quality-retention`: the sessions that kept least of what the agent wrote. */
import { Elysia } from "elysia";
import { z } from "zod";
import { SESSION_RETENTION } from "../../metrics/retention/retention-answer.ts";
import { documented } from "../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../route-context.ts";
import { DEVELOPER_PARAMETER, limitParameter, WINDOW_PARAMETERS } from "../lists/window.ts";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  limit: limitParameter({ usual: 50, most: 500 }),
});

const RETENTION_ANSWER = z.object({
  sessions: z
    .array(SESSION_RETENTION)
    .describe("By ascending QR; sessions without edits that count have none."),
  total: z.int().nullable(),
});

/** Mounts the route. */
export function qualityRetentionRoutes(context: RouteContext) {
  return new Elysia().get(
    "/scoring/sessions/quality-retention",
    async ({ request, query }): Promise<z.infer<typeof RETENTION_ANSWER>> => {
      const { limit, developer = null } = query;
      return context.queries(request).listQualityRetention({
        ...openWindowFor(context, request, query),
        developer,
        limit,
      });
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
