/** `GET /v1/intelligence/throttle`: time lost to limits, overload and slow models. */
import { Elysia } from "elysia";
import { z } from "zod";
import { THROTTLE_ANSWER, type ThrottleAnswer } from "../../../insights/throttle/throttle-answer.ts";
import { DEVELOPER_PARAMETER, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../../route-context.ts";

const PARAMETERS = z.object({ ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER });

/** Mounts the route. */
export function throttleRoutes(context: RouteContext) {
  return new Elysia().get(
    "/v1/intelligence/throttle",
    async ({ request, query }): Promise<ThrottleAnswer> => {
      const { developer = null } = query;
      return context.queries(request).listThrottle({ ...openWindowFor(context, request, query), developer });
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Time lost to throttling: what, when, on which model, and where the cause is",
        tag: "Intelligence",
        answer: THROTTLE_ANSWER,
      }),
    },
  );
}
