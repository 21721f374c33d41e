/** `/scoring/prompt-rubric/missing-checks`: what prompts lack, and what that costs. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { MISSING_CHECKS, type MissingChecks } from "../../../rubric/lists/missing-checks.ts";
import { DEVELOPER_PARAMETER, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../../route-context.ts";

const PARAMETERS = z.object({ ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER, label: LABEL_PARAMETER });

/** Mounts the route. */
export function missingChecksRoutes(context: RouteContext) {
  return new Elysia().get(
    "/scoring/prompt-rubric/missing-checks",
    ({ request, query }): Promise<MissingChecks> => {
      const { developer = null } = query;
      return context
        .queries(request)
        .readMissingChecks({ ...openWindowFor(context, request, query), developer });
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "What scored prompts lack, by the points that it costs",
        tag: "Prompts",
        answer: MISSING_CHECKS,
      }),
    },
  );
}
