/** `GET /v1/intelligence/rightsizing`: for which work another model may do. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { RIGHTSIZING, type Rightsizing } from "../../../insights/rightsizing/rightsizing-answer.ts";
import { DEVELOPER_PARAMETER, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openWindowFor, type RouteContext } from "../../route-context.ts";

const PARAMETERS = z.object({ ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER, label: LABEL_PARAMETER });

/** Mounts the route. */
export function rightsizingRoutes(context: RouteContext) {
  return new Elysia().get(
    "/v1/intelligence/rightsizing",
    ({ request, query }): Promise<Rightsizing> => {
      const { developer = null } = query;
      const asked = { ...openWindowFor(context, request, query), developer, now: context.clock() };
      return context.queries(request).readRightsizing(asked);
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "Cheaper and stronger models: for which work, what it saves, on what evidence",
        tag: "Intelligence",
        answer: RIGHTSIZING,
      }),
    },
  );
}
