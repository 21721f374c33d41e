/** `GET /v1/telemetry/logs`: every log record received, as it is stored. */
import { Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../openapi/documented.ts";
import { type RouteContext, openListFor } from "../route-context.ts";
import { LOG_POSITION, LOG_ROW } from "../../answers/logs/logs-answer.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
  sessionAsked,
} from "../lists/window.ts";

const PATH = "/v1/telemetry/logs";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  session_id: SESSION_PARAMETER,
  developer: DEVELOPER_PARAMETER,
  event: z.string().min(1).optional().describe("The attribute event.name, exactly."),
  severity: z.coerce
    .number({ error: "expected a whole number from 1 to 24" })
    .int()
    .min(1)
    .max(24)
    .optional()
    .describe("At least this severity number."),
  q: z.string().min(1).max(1_000).optional().describe("Text in body or attribute values, in any case."),
  ...pageParameters({ usual: 50, most: 500 }),
});

const LOGS_ANSWER = z.object({
  logs: z.array(LOG_ROW),
  nextCursor: z.string().nullable().describe("May be set although the page is shorter than the limit."),
});

/** Mounts the route. */
export function telemetryLogsRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof LOGS_ANSWER>> => {
      const list = openListFor(context, { request, path: PATH, parameters: query, position: LOG_POSITION });
      const page = await context.queries(request).readLogs({
        scope: list.scope,
        ...list.window,
        developer: query.developer ?? null,
        sessionId: sessionAsked(query.session_id),
        event: query.event ?? null,
        severity: query.severity ?? null,
        text: query.q ?? null,
        limit: list.limit,
        after: list.after,
      });
      return { logs: page.logs, nextCursor: list.cursorAfter(page.next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Log records as they were received, the newest first",
        tag: "Telemetry",
        answer: LOGS_ANSWER,
      }),
    },
  );
}
