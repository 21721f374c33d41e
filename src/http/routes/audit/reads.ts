/** `GET /v1/session/reads`: who read what the caller wrote or sent. */
import { Elysia } from "elysia";
import { z } from "zod";
import { AUDIT_POSITION } from "../../../identity/audit/audit-answer.ts";
import { READ } from "../../../identity/audit/list-reads.ts";
import { OPEN_WINDOW_PARAMETERS, pageParameters, resolveOpenWindow } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";

const PATH = "/v1/session/reads";

const PARAMETERS = z.object({ ...OPEN_WINDOW_PARAMETERS, ...pageParameters({ usual: 50, most: 500 }) });

const READS_ANSWER = z.object({
  reads: z.array(READ),
  nextCursor: z.string().nullable(),
});

/** Mounts the route. */
export function readsRoutes(context: RouteContext) {
  return new Elysia().get(PATH, ({ request, query }) => listReads(context, request, query), {
    query: PARAMETERS,
    detail: documented({
      summary: "Who read your prompts and records",
      tag: "Dashboard",
      answer: READS_ANSWER,
    }),
  });
}

async function listReads(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof READS_ANSWER>> {
  const { developerId: developer } = context.guard.callerOf(request);
  const list = openListFor(context, {
    request,
    path: PATH,
    parameters: query,
    position: AUDIT_POSITION,
    windowOf: resolveOpenWindow,
  });
  if (developer === null) return { reads: [], nextCursor: null };
  const { limit, after, scope, window } = list;
  const { organizationId } = scope;
  const { reads, next } = await context
    .queries(request)
    .listReads({ organizationId, developer, ...window, limit, after });
  return { reads, nextCursor: list.cursorAfter(next) };
}
