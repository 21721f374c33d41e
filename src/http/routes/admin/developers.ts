/** `/v1/admin/developers`: who the developers are, what they are called, and that two of them are one person. */
import { Elysia } from "elysia";
import { z } from "zod";
import { PEOPLE_SORTS, PERSON_ROW, type PersonRow } from "../../../insights/people/people-answer.ts";
import { SHOWN_NAME, SHOWN_NAME_EXPECTED } from "../../../identity/shown-name.ts";
import { Refusal } from "../../refusal.ts";
import { SORTED_POSITION } from "../../../vocabulary/lists/sorted-page.ts";
import { ORDER_PARAMETER, SEARCH_PARAMETER } from "../../lists/sorted.ts";
import { documented } from "../../openapi/documented.ts";
import { type RouteContext, openListFor } from "../../route-context.ts";
import { DEVELOPER_PARAMETER, pageParameters } from "../../lists/window.ts";

const PATH = "/v1/admin/developers";
const TAG = "Administration";

const PARAMETERS = z.object({
  developer: DEVELOPER_PARAMETER,
  q: SEARCH_PARAMETER,
  sort: z.enum(PEOPLE_SORTS).optional().describe("`name` by default."),
  order: ORDER_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const DEVELOPERS_ANSWER = z.object({
  developers: z.array(PERSON_ROW),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const MERGE = z.strictObject({
  into: z.string().min(1).describe("The id or e-mail of the developer who is left."),
});

const NAME = z.strictObject({
  name: z.string().regex(SHOWN_NAME, { error: SHOWN_NAME_EXPECTED }).describe("What answers call them."),
});

/** Mounts the routes. */
export function developersRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listDevelopers(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "The organization's developers, and the values that identify them in telemetry (admin)",
        tag: TAG,
        answer: DEVELOPERS_ANSWER,
      }),
    })
    .patch(
      `${PATH}/:id`,
      ({ request, params, body }): Promise<PersonRow> =>
        rename(context, request, { id: params.id, name: body.name }),
      {
        body: NAME,
        detail: documented({ summary: "Names a developer (admin)", tag: TAG, answer: PERSON_ROW }),
      },
    )
    .post(
      `${PATH}/:id/merge`,
      ({ request, params, body }): Promise<PersonRow> =>
        merge(context, request, { from: params.id, ...body }),
      {
        body: MERGE,
        detail: documented({
          summary: "Says that two developers are one person; answers the one who is left (admin)",
          tag: TAG,
          answer: PERSON_ROW,
        }),
      },
    );
}

async function listDevelopers(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof DEVELOPERS_ANSWER>> {
  const list = openListFor(context, { request, path: PATH, parameters: query, position: SORTED_POSITION });
  const { sort = "name" } = query;
  const { developers, total, next } = await context.queries(request).listPeople({
    organizationId: list.scope.organizationId,
    developer: query.developer ?? null,
    searched: query.q ?? null,
    sort,
    order: query.order ?? (sort === "name" ? "asc" : "desc"),
    limit: list.limit,
    after: list.after,
  });
  return { developers, total, nextCursor: list.cursorAfter(next) };
}

async function merge(
  context: RouteContext,
  request: Request,
  asked: { from: string; into: string },
): Promise<PersonRow> {
  const { organizationId } = context.guard.callerOf(request);
  const merged = await context.changes(request).mergePeople({ organizationId, ...asked });
  if (!merged.ok) throw REFUSALS[merged.problem.kind]();
  return readPerson(context, request, merged.value.id);
}

async function rename(
  context: RouteContext,
  request: Request,
  asked: { id: string; name: string },
): Promise<PersonRow> {
  const { organizationId } = context.guard.callerOf(request);
  const named = await context.changes(request).nameDeveloper({ organizationId, ...asked });
  if (!named.ok) throw REFUSALS[named.problem.kind]();
  return readPerson(context, request, named.value.id);
}

async function readPerson(context: RouteContext, request: Request, id: string): Promise<PersonRow> {
  const { organizationId } = context.guard.callerOf(request);
  const sorted = { searched: null, sort: "name", order: "asc" } as const;
  const only = { organizationId, developer: id, ...sorted, limit: 1, after: null };
  const [found] = (await context.queries(request).listPeople(only)).developers;
  if (found === undefined) throw new Error("BUG: a developer who was changed is not listed");
  return found;
}

const REFUSALS = {
  unknown_developer: () => new Refusal(404, { detail: "Unknown developer." }),
  empty_name: () =>
    new Refusal(400, {
      detail: "This is a placeholder that agents send for a missing name. Give a real name.",
      errors: [{ path: "name", message: "expected a name" }],
    }),
  same_developer: () =>
    new Refusal(400, {
      detail: "Both are the same developer already.",
      errors: [{ path: "into", message: "expected another developer" }],
    }),
} as const;
