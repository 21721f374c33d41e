/** `/v1/admin/accounts`: the people who may sign in as themselves, invited, changed and ended. */
import { Elysia } from "elysia";
import { z } from "zod";
import type { AccountFault } from "../../../identity/accounts/account.ts";
import { ACCOUNT_ANSWER, ROLES } from "../../../identity/accounts/answer.ts";
import { ACCOUNT_SORTS } from "../../../identity/accounts/list-accounts.ts";
import { SHOWN_NAME, SHOWN_NAME_EXPECTED } from "../../../identity/shown-name.ts";
import { LABELS_WISH, labelsAsked } from "../../../vocabulary/labels/label.ts";
import { SORTED_POSITION } from "../../../vocabulary/lists/sorted-page.ts";
import { ORDER_PARAMETER, SEARCH_PARAMETER } from "../../lists/sorted.ts";
import { pageParameters } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";

const PATH = "/v1/admin/accounts";
const TAG = "Administration";

const PARAMETERS = z.object({
  q: SEARCH_PARAMETER,
  sort: z.enum(ACCOUNT_SORTS).optional().describe("`created` by default."),
  order: ORDER_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const ACCOUNTS_ANSWER = z.object({
  accounts: z.array(ACCOUNT_ANSWER).describe("Ended ones too."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const NAME = z.string().regex(SHOWN_NAME, { error: SHOWN_NAME_EXPECTED }).nullish();
const ROLE = z
  .enum(ROLES)
  .describe("`member` reads the own work, `lead` also usage and scores of `labels`, `admin` everything.");

const INVITATION = z.strictObject({
  email: z
    .email()
    .max(254)
    .describe("Work of the developer with this e-mail is theirs; a new one adds a developer."),
  name: NAME,
  role: ROLE,
  labels: LABELS_WISH.optional(),
});

const CHANGE = z.strictObject({ name: NAME, role: ROLE.optional(), labels: LABELS_WISH.optional() });

/** Mounts the routes. */
export function accountsRoutes(context: RouteContext) {
  return new Elysia()
    .use(accountRoutes(context))
    .get(PATH, ({ request, query }) => listAccounts(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "Who may sign in as themselves (admin)",
        tag: TAG,
        answer: ACCOUNTS_ANSWER,
      }),
    })
    .post(
      PATH,
      ({ request, body, set }) => {
        set.status = 201;
        return invite(context, request, body);
      },
      {
        body: INVITATION,
        detail: documented({
          summary: "Invites a person, or opens an account again that has ended (admin)",
          tag: TAG,
          answer: ACCOUNT_ANSWER,
          status: "201",
          conflict: "There is an account with this e-mail",
        }),
      },
    );
}

/** Those of one account. */
function accountRoutes(context: RouteContext) {
  return new Elysia()
    .patch(
      `${PATH}/:id`,
      ({ request, params, body }) => change(context, request, { id: params.id, ...body }),
      {
        body: CHANGE,
        detail: documented({
          summary: "Changes what a person may do; the next request counts by it (admin)",
          tag: TAG,
          answer: ACCOUNT_ANSWER,
        }),
      },
    )
    .delete(`${PATH}/:id`, ({ request, params }) => end(context, request, params.id), {
      detail: documented({
        summary: "Ends an account and signs its browsers out (admin)",
        tag: TAG,
        answer: ACCOUNT_ANSWER,
        conflict: "It is the caller's own account",
      }),
    });
}

async function listAccounts(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof ACCOUNTS_ANSWER>> {
  const list = openListFor(context, { request, path: PATH, parameters: query, position: SORTED_POSITION });
  const { organizationId } = list.scope;
  const { q: searched = null, sort = "created", order = sort === "email" ? "asc" : "desc" } = query;
  const { limit, after } = list;
  const asked = { organizationId, searched, sort, order, limit, after };
  const { next, ...page } = await context.queries(request).listAccounts(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}

async function invite(
  context: RouteContext,
  request: Request,
  { email, name = null, role, labels }: z.infer<typeof INVITATION>,
): Promise<z.infer<typeof ACCOUNT_ANSWER>> {
  const { organizationId } = context.guard.callerOf(request);
  const wish = { organizationId, email, name, role, labels: labelsAsked(labels) };
  const made = await context.changes(request).makeAccount(wish);
  if (made.ok) return made.value;
  throw REFUSALS[made.problem.kind]();
}

async function change(
  context: RouteContext,
  request: Request,
  { id, labels, ...wish }: { id: string } & z.infer<typeof CHANGE>,
): Promise<z.infer<typeof ACCOUNT_ANSWER>> {
  const { organizationId, accountId } = context.guard.callerOf(request);
  if (id === accountId && wish.role !== undefined && wish.role !== "admin") throw ofYourOwn();
  const asked = { organizationId, id, ...wish, ...(labels && { labels: labelsAsked(labels) }) };
  const changed = await context.changes(request).changeAccount(asked);
  if (changed.ok) return changed.value;
  throw REFUSALS[changed.problem.kind]();
}

async function end(
  context: RouteContext,
  request: Request,
  id: string,
): Promise<z.infer<typeof ACCOUNT_ANSWER>> {
  const { organizationId, accountId } = context.guard.callerOf(request);
  if (id === accountId) throw ofYourOwn();
  const ended = await context.changes(request).endAccount({ organizationId, id });
  if (ended.ok) return ended.value;
  throw REFUSALS[ended.problem.kind]();
}

/** So that no organization loses its last admin by a slip. */
function ofYourOwn(): Refusal {
  return new Refusal(409, { detail: "This is your own account: another admin can end it or take the role." });
}

const REFUSALS: Readonly<Record<AccountFault["kind"] | "not_an_email", () => Refusal>> = {
  unknown_account: () => new Refusal(404, { detail: "Unknown account." }),
  account_exists: () =>
    new Refusal(409, { detail: "There is an account with this e-mail: change that one instead." }),
  lead_without_labels: () =>
    new Refusal(400, {
      detail: "A lead needs labels.",
      errors: [{ path: "labels", message: "expected at least one label, such as team.id:platform" }],
    }),
  not_an_email: () =>
    new Refusal(400, {
      detail: "This is no e-mail.",
      errors: [{ path: "email", message: "expected an e-mail, such as ada@example.com" }],
    }),
};
