/** `GET /v1/telemetry/logs`: every log record received, as it is stored. */
import { Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";
import { LOG_ROW } from "../../../answers/records/logs-answer.ts";
import { askedRecords, RECORD_PARAMETERS, recordsAnswer, textParameter } from "./records.ts";

const PATH = "/v1/telemetry/logs";

const PARAMETERS = z.object({
  ...RECORD_PARAMETERS,
  event: z.string().min(1).optional().describe("The attribute event.name, exactly."),
  severity: z.coerce
    .number({ error: "expected a whole number from 1 to 24" })
    .int()
    .min(1)
    .max(24)
    .optional()
    .describe("At least this severity number."),
  q: textParameter("Text in body or attribute values, in any case."),
});

const LOGS_ANSWER = recordsAnswer("logs", LOG_ROW);

/** Mounts the route. */
export function telemetryLogsRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof LOGS_ANSWER>> => {
      const { asked, cursorAfter } = askedRecords(context, { request, path: PATH, parameters: query });
      const { event = null, severity = null } = query;
      const { logs, next } = await context.queries(request).readLogs({ ...asked, event, severity });
      return { logs, nextCursor: cursorAfter(next) };
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
