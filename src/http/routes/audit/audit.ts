/** `GET /v1/admin/audit`: who did what, to whom and with which result. */
import { Elysia } from "elysia";
import { z } from "zod";
import { AUDIT_ACTIONS } from "../../../audit/actions.ts";
import { AUDIT_ENTRY, AUDIT_POSITION } from "../../../identity/audit/audit-answer.ts";
import { OPEN_WINDOW_PARAMETERS, pageParameters, resolveOpenWindow } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";

const PATH = "/v1/admin/audit";

const PARAMETERS = z.object({
  ...OPEN_WINDOW_PARAMETERS,
  actor: z
    .string()
    .min(1)
    .optional()
    .describe("A developer's id or e-mail, a key's id, or an id of the log."),
  target: z.string().min(1).optional().describe("Likewise."),
  action: z.enum(AUDIT_ACTIONS).optional(),
  ...pageParameters({ usual: 50, most: 500 }),
});

const AUDIT_ANSWER = z.object({
  entries: z.array(AUDIT_ENTRY).describe("The newest first."),
  nextCursor: z.string().nullable(),
});

/** Mounts the route. */
export function auditRoutes(context: RouteContext) {
  return new Elysia().get(PATH, ({ request, query }) => listAudit(context, request, query), {
    query: PARAMETERS,
    detail: documented({
      summary: "The audit log: of the organization, and of a server that has no other (admin)",
      tag: "Administration",
      answer: AUDIT_ANSWER,
    }),
  });
}

async function listAudit(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof AUDIT_ANSWER>> {
  const list = openListFor(context, {
    request,
    path: PATH,
    parameters: query,
    position: AUDIT_POSITION,
    windowOf: resolveOpenWindow,
  });
  const { actor = null, target = null, action } = query;
  const { entries, next } = await context.queries(request).listAudit({
    organizationId: list.scope.organizationId,
    // what concerns the server concerns every organization on it, and is shown to none of several
    withServer: context.keyring.isAlone(),
    ...list.window,
    actor,
    target,
    actions: action === undefined ? null : [action],
    limit: list.limit,
    after: list.after,
  });
  return { entries, nextCursor: list.cursorAfter(next) };
}
