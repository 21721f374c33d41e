/** `GET /v1/telemetry/metrics`: every data point received, as it is stored. */
import { Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";
import { POINT_ROW } from "../../../answers/records/points-answer.ts";
import { askedRecords, NAME_PARAMETER, RECORD_PARAMETERS, recordsAnswer, textParameter } from "./records.ts";

const PATH = "/v1/telemetry/metrics";

const PARAMETERS = z.object({
  ...RECORD_PARAMETERS,
  name: NAME_PARAMETER,
  q: textParameter("Text in names, messages or attribute values, in any case."),
});

const METRICS_ANSWER = recordsAnswer("metrics", POINT_ROW);

/** Mounts the route. */
export function telemetryMetricsRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof METRICS_ANSWER>> => {
      const { asked, cursorAfter } = askedRecords(context, { request, path: PATH, parameters: query });
      const { name = null } = query;
      const { metrics, next } = await context.queries(request).readPoints({ ...asked, name });
      return { metrics, nextCursor: cursorAfter(next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Data points of metrics as they were received, the newest first",
        tag: "Telemetry",
        answer: METRICS_ANSWER,
      }),
    },
  );
}
