/** `GET /v1/admin/status` and `GET /metrics`: the appliance about itself, for admins. */
import { type DocumentDecoration, Elysia } from "elysia";
import { acceptedFormat } from "../../self/accepted-format.ts";
import { documented } from "../../openapi/documented.ts";
import { usualProblems } from "../../openapi/refusals.ts";
import { CONTENT_TYPES, type Family, writeExposition } from "../../self/exposition.ts";
import type { RouteContext } from "../../route-context.ts";
import { STATUS_ANSWER, type StatusAnswer } from "../../self/status-answer.ts";

/** What the appliance reports of itself. */
export interface SelfObservation {
  /** @param organizationId - The organization whose own figures are included; null for none. */
  measure(organizationId: string | null): Promise<Family[]>;
  /** @param asker - Who asks; `isAlone` when the server holds no other organization. */
  status(asker: { organizationId: string; isAlone: boolean }): Promise<StatusAnswer>;
}

/** Mounts the routes. */
export function statusRoutes(context: RouteContext, observation: SelfObservation) {
  return new Elysia()
    .get(
      "/v1/admin/status",
      ({ request }): Promise<StatusAnswer> => {
        const caller = context.guard.callerOf(request);
        const { organizationId } = caller;
        return observation.status({ organizationId, isAlone: context.keyring.isAlone() });
      },
      {
        detail: documented({
          summary:
            "Every stage: its lag, its last error, its counters; and whether every record is accounted for",
          tag: "Administration",
          answer: STATUS_ANSWER,
        }),
      },
    )
    .get(
      "/metrics",
      async ({ request }): Promise<Response> => {
        const caller = context.guard.callerOf(request);
        return answerMeasurements(request, await observation.measure(caller.organizationId));
      },
      { detail: METRICS_DETAIL },
    );
}

/** The measurements in the format that the request asks for. */
export function answerMeasurements(request: Request, families: readonly Family[]): Response {
  const format = acceptedFormat(request.headers.get("accept"));
  return new Response(writeExposition(families, format), {
    headers: { "content-type": CONTENT_TYPES[format] },
  });
}

const TEXT = { schema: { type: "string" } };

const METRICS_DETAIL = {
  summary: "Counters and gauges of every stage; of organizations only the key's own",
  tags: ["Administration"],
  // As in documented.ts: Elysia's own type is of OpenAPI 3.0.
  responses: {
    "200": {
      description: "Prometheus text, or OpenMetrics when Accept asks for it",
      content: { [CONTENT_TYPES.text]: TEXT, [CONTENT_TYPES.openmetrics]: TEXT },
    },
    ...usualProblems(),
  } as NonNullable<DocumentDecoration["responses"]>,
} satisfies DocumentDecoration;
