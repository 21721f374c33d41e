/** `GET /v1/telemetry/spans`: every span received, as it is stored. */
import { Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";
import { SPAN_ROW } from "../../../answers/records/spans-answer.ts";
import { askedRecords, NAME_PARAMETER, RECORD_PARAMETERS, recordsAnswer, textParameter } from "./records.ts";

const PATH = "/v1/telemetry/spans";

const PARAMETERS = z.object({
  ...RECORD_PARAMETERS,
  name: NAME_PARAMETER,
  q: textParameter("Text in names, messages or attribute values, in any case."),
});

const SPANS_ANSWER = recordsAnswer("spans", SPAN_ROW);

/** Mounts the route. */
export function telemetrySpansRoutes(context: RouteContext) {
  return new Elysia().get(
    PATH,
    async ({ request, query }): Promise<z.infer<typeof SPANS_ANSWER>> => {
      const { asked, cursorAfter } = askedRecords(context, { request, path: PATH, parameters: query });
      const { name = null } = query;
      const { spans, next } = await context.queries(request).readSpans({ ...asked, name });
      return { spans, nextCursor: cursorAfter(next) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Spans as they were received, the newest end first",
        tag: "Telemetry",
        answer: SPANS_ANSWER,
      }),
    },
  );
}
