/** `/v1/labels`: the labels by which sessions can be filtered and grouped, and what admins call their values. */
import { Elysia } from "elysia";
import type { z } from "zod";
import { readScope } from "../../../identity/scope.ts";
import { LABEL_WISH, LABELS_ANSWER } from "../../../sessions/labels/labels-answer.ts";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";

const PATH = "/v1/labels";
const TAG = "Sessions";

/** Mounts the routes. */
export function labelsRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request }) => listLabels(context, request), {
      detail: documented({
        summary: "The labels of sessions, their values, and how many have them",
        tag: TAG,
        answer: LABELS_ANSWER,
      }),
    })
    .patch(
      PATH,
      async ({ request, body }) => {
        const { organizationId } = context.guard.callerOf(request);
        await context.changes(request).renameLabel({ organizationId, ...body });
        return listLabels(context, request);
      },
      {
        body: LABEL_WISH,
        detail: documented({
          summary: "Renames a value of a label, or merges it with another (admin)",
          tag: TAG,
          answer: LABELS_ANSWER,
        }),
      },
    );
}

function listLabels(context: RouteContext, request: Request): Promise<z.infer<typeof LABELS_ANSWER>> {
  return context.queries(request).listLabels({ scope: readScope(context.guard.callerOf(request)) });
}
