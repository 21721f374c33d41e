/** `/v1/admin/keys`: the organization's keys, made and revoked. */
import { Elysia } from "elysia";
import { z } from "zod";
import { KEY_ANSWER, NEW_KEY } from "../../../identity/keys/answer.ts";
import { KEY_SORTS } from "../../../identity/keys/list-keys.ts";
import { SCOPES } from "../../../identity/keys/scopes.ts";
import { SHOWN_NAME, SHOWN_NAME_EXPECTED } from "../../../identity/shown-name.ts";
import type { KeyWishFault } from "../../../insights/people/new-key.ts";
import { SORTED_POSITION } from "../../../vocabulary/lists/sorted-page.ts";
import { DEVELOPER_PARAMETER, pageParameters } from "../../lists/window.ts";
import { ORDER_PARAMETER, SEARCH_PARAMETER } from "../../lists/sorted.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";
import { isoTime } from "../../../vocabulary/times.ts";

const PATH = "/v1/admin/keys";
const TAG = "Administration";

const PARAMETERS = z.object({
  developer: DEVELOPER_PARAMETER,
  q: SEARCH_PARAMETER,
  sort: z.enum(KEY_SORTS).optional().describe("`created` by default."),
  order: ORDER_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const KEYS_ANSWER = z.object({
  keys: z.array(KEY_ANSWER).describe("Revoked ones too."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const WISH = z.strictObject({
  name: z.string().regex(SHOWN_NAME, { error: SHOWN_NAME_EXPECTED }).describe("What to call the key."),
  role: z.enum(["member", "admin"]).describe("`member` sends and reads, `admin` also changes."),
  developer: z
    .string()
    .min(1)
    .nullish()
    .describe("Whose key it is: an e-mail or an id. A new e-mail adds a developer. Left out: a shared key."),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .optional()
    .describe("Left out: those of the role; a shared key only sends."),
  readsAll: z.boolean().optional().describe("Without `scopes`: whether it also reads the whole team."),
  endsAt: z.iso.datetime({ offset: true }).optional().describe("When it ends. Left out: never."),
});

/** Mounts the routes. */
export function keysRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listKeys(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "The organization's keys (admin)",
        tag: TAG,
        answer: KEYS_ANSWER,
      }),
    })
    .post(
      PATH,
      ({ request, body, set }) => {
        set.status = 201;
        return makeKey(context, request, body);
      },
      {
        body: WISH,
        detail: documented({ summary: "Makes a key (admin)", tag: TAG, answer: NEW_KEY, status: "201" }),
      },
    )
    .delete(`${PATH}/:id`, ({ request, params }) => revokeKey(context, request, params.id), {
      detail: documented({
        summary: "Revokes a key for ever; a second time changes nothing (admin)",
        tag: TAG,
        answer: z.object({ id: z.string(), revokedAt: z.iso.datetime() }),
        conflict: "It is the organization's last admin key",
      }),
    });
}

async function listKeys(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof KEYS_ANSWER>> {
  const list = openListFor(context, { request, path: PATH, parameters: query, position: SORTED_POSITION });
  const { organizationId } = list.scope;
  const {
    developer = null,
    q: searched = null,
    sort = "created",
    order = sort === "name" ? "asc" : "desc",
  } = query;
  const { limit, after } = list;
  const asked = { organizationId, developer, searched, sort, order, limit, after };
  const { next, ...page } = await context.queries(request).listKeys(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}

async function makeKey(
  context: RouteContext,
  request: Request,
  { developer = null, scopes, readsAll, endsAt, ...wish }: z.infer<typeof WISH>,
): Promise<z.infer<typeof NEW_KEY>> {
  const { organizationId } = context.guard.callerOf(request);
  const made = await context.changes(request).makeKey({
    organizationId,
    developer,
    scopes: scopes ?? null,
    readsAll: readsAll ?? false,
    endsAt: endsAt === undefined ? null : Date.parse(endsAt),
    ...wish,
  });
  if (!made.ok) throw unfitWish(made.problem);
  const { key, answer } = made.value;
  return { ...answer, key };
}

function unfitWish(fault: KeyWishFault): Refusal {
  switch (fault.kind) {
    case "unknown_developer":
      return new Refusal(400, {
        detail: "Unknown developer.",
        errors: [{ path: "developer", message: "expected an e-mail, or the id of a known developer" }],
      });
    case "unfit_scopes":
      return new Refusal(400, {
        detail: "A key cannot have these scopes.",
        errors: [{ path: "scopes", message: fault.why }],
      });
    case "ends_in_the_past":
      return new Refusal(400, {
        detail: "This time is over.",
        errors: [{ path: "endsAt", message: "expected a time that is still to come" }],
      });
  }
}

async function revokeKey(
  context: RouteContext,
  request: Request,
  id: string,
): Promise<{ id: string; revokedAt: string }> {
  const { organizationId } = context.guard.callerOf(request);
  const revoked = await context.changes(request).revokeKey({ id, organizationId });
  if (!revoked.ok) throw REFUSALS[revoked.problem.kind]();
  return { id, revokedAt: isoTime(revoked.value.revokedAt ?? context.clock()) };
}

const REFUSALS = {
  unknown_key: () => new Refusal(404, { detail: "Unknown key." }),
  last_admin_key: () =>
    new Refusal(409, { detail: "This is the last admin key: make another one before you revoke it." }),
} as const;
