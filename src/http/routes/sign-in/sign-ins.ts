/** `/v1/sign-ins`: the browsers that are signed in, listed and signed out. */
import { Elysia } from "elysia";
import { z } from "zod";
import { actorOf, type Caller } from "../../../identity/caller.ts";
import { SIGN_IN_ANSWER } from "../../../identity/sign-ins/list-sign-ins.ts";
import type { WhoseSignIns } from "../../../identity/sign-ins/listed-table.ts";
import { hashToken } from "../../../identity/sign-ins/sign-in.ts";
import type { SignedIn } from "../../../identity/sign-ins/signed-in.ts";
import { SORTED_POSITION } from "../../../vocabulary/lists/sorted-page.ts";
import { HOUR } from "../../../vocabulary/units.ts";
import { pageParameters } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";
import { readCookie } from "../../sign-in/cookie.ts";
import type { SignInRules } from "../../sign-in/rules.ts";

const PATH = "/v1/sign-ins";
const TAG = "Dashboard";

const PARAMETERS = z.object({
  own: z.enum(["true"]).optional().describe("An admin's own only; others see no more than that."),
  ...pageParameters({ usual: 50, most: 500 }),
});

const SIGN_INS_ANSWER = z.object({
  signIns: z.array(SIGN_IN_ANSWER).describe("The newest first."),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

type Parts = RouteContext & { signInRules: Pick<SignInRules, "idleHours"> };

/** Mounts the routes. */
export function signInsRoutes(
  context: RouteContext,
  { signInRules }: { signInRules: Pick<SignInRules, "idleHours"> },
) {
  const parts: Parts = { ...context, signInRules };
  return new Elysia()
    .get(PATH, ({ request, query }) => listSignIns(parts, request, query), {
      query: PARAMETERS,
      detail: documented({ summary: "Who is signed in", tag: TAG, answer: SIGN_INS_ANSWER }),
    })
    .delete(PATH, ({ request }) => endOthers(parts, request), {
      detail: documented({
        summary: "Signs out the caller's other browsers",
        tag: TAG,
        answer: z.object({ ended: z.int() }),
      }),
    })
    .delete(`${PATH}/:id`, ({ request, params }) => end(parts, request, params.id), {
      detail: documented({
        summary: "Signs out a browser: an own one, or for an admin any of the organization",
        tag: TAG,
        answer: z.object({ id: z.string() }),
      }),
    });
}

async function listSignIns(
  parts: Parts,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof SIGN_INS_ANSWER>> {
  const list = openListFor(parts, { request, path: PATH, parameters: query, position: SORTED_POSITION });
  const { idleHours } = parts.signInRules;
  const { next, ...page } = await parts.queries(request).listSignIns({
    ...(query.own === "true" ? ownOf(parts, request) : within(parts, request)),
    currentHash: currentHash(request),
    now: parts.clock(),
    idleLimit: idleHours === null ? null : idleHours * HOUR,
    limit: list.limit,
    after: list.after,
  });
  return { ...page, nextCursor: list.cursorAfter(next) };
}

async function end(parts: Parts, request: Request, id: string): Promise<{ id: string }> {
  const ended = await parts.changes(request).endListedSignIn({ id, ...within(parts, request) });
  if (!ended.ok) throw new Refusal(404, { detail: "Unknown sign-in." });
  return { id };
}

function endOthers(parts: Parts, request: Request): Promise<{ ended: number }> {
  const asked = { ...ownOf(parts, request), currentHash: currentHash(request) };
  return parts.changes(request).endOtherSignIns(asked);
}

/** Everybody's of the organization for an admin, else the caller's own. */
function within({ guard }: Parts, request: Request): WhoseSignIns {
  const caller = guard.callerOf(request);
  const { organizationId, scopes } = caller;
  return { organizationId, who: scopes.includes("admin") ? null : callerWho(caller) };
}

function ownOf({ guard }: Parts, request: Request): WhoseSignIns & { who: SignedIn } {
  const caller = guard.callerOf(request);
  return { organizationId: caller.organizationId, who: callerWho(caller) };
}

function callerWho(caller: Caller): SignedIn {
  const { accountId } = caller;
  return accountId === null ? { keyId: actorOf(caller) } : { accountId };
}

/** Returns null for a request that has a key, whatever cookie comes with it. */
function currentHash(request: Request): string | null {
  const token = request.headers.has("authorization") ? null : readCookie(request);
  return token === null ? null : hashToken(token);
}
