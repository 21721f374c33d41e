/** `GET /scoring/latency/hourly`: how long model calls took. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../lists/labels.ts";
import { LATENCY_HOUR } from "../../turns/latency/latency-answer.ts";
import { documented } from "../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../route-context.ts";
import { DEVELOPER_PARAMETER, WINDOW_PARAMETERS } from "../lists/window.ts";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  model: z.string().min(1).optional().describe("The model's name, exactly."),
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
});

const LATENCY_ANSWER = z.object({
  hours: z.array(LATENCY_HOUR).describe("The earliest first, then by model."),
});

/** Mounts the route. */
export function latencyRoutes(context: RouteContext) {
  return new Elysia().get(
    "/scoring/latency/hourly",
    async ({ request, query }): Promise<z.infer<typeof LATENCY_ANSWER>> => {
      const { model = null, developer = null } = query;
      const asked = openWindowFor(context, request, query);
      return { hours: await context.queries(request).listLatency({ ...asked, model, developer }) };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Latency of model calls by hour and model",
        tag: "Scores",
        answer: LATENCY_ANSWER,
      }),
    },
  );
}
