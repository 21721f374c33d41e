/** `/v1/session/oidc` and `…/callback`: to the provider's own page, where people sign in, and back. */
import { type DocumentDecoration, Elysia } from "elysia";
import { z } from "zod";
import type { NotLetIn, ProvedSignIn } from "../../../insights/people/sign-in-proved.ts";
import type { Log } from "../../../vocabulary/log.ts";
import { fail, type Result } from "../../../vocabulary/result.ts";
import { HOUR } from "../../../vocabulary/units.ts";
import { problem, usualProblems } from "../../openapi/refusals.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { clientOf } from "../../sign-in/client.ts";
import { landingCookie } from "../../sign-in/cookie.ts";
import { localPage } from "../../sign-in/oidc/local-page.ts";
import type { RefusedReason, SignInRefused } from "../../sign-in/oidc/refused.ts";
import type { SignInProvider } from "../../sign-in/oidc/sign-in-provider.ts";
import type { WayBackSecrets, WaysBack } from "../../sign-in/oidc/way-back.ts";
import { noWayBackCookie, readWayBack, wayBackCookie } from "../../sign-in/oidc/way-back-cookie.ts";
import { BEGIN_PATH, CALLBACK_PATH } from "../../sign-in/paths.ts";
import type { SignInRules } from "../../sign-in/rules.ts";
import type { FailedSignIns } from "../../audit/failed-sign-ins.ts";
import { knownOf } from "../../sign-in/sign-in-browser.ts";
import { countWrongKeys, type WrongKeys } from "../../sign-in/wrong-keys.ts";

/** What signing in at a provider needs in addition to what every route has. */
export interface OidcParts {
  /** null when none is set. */
  provider: SignInProvider | null;
  waysBack: WaysBack;
  signInRules: Pick<SignInRules, "hours">;
  failed: FailedSignIns;
  /** Reads accounts again. */
  refresh(): Promise<void>;
  log: Log;
}

interface Parts extends RouteContext, Omit<OidcParts, "provider"> {
  provider: SignInProvider;
  tries: WrongKeys;
}

const BEGINNING = z.object({
  next: z.string().max(2_000).optional().describe("The page of this server that is opened in the end."),
});

const BROUGHT_BACK = z.object({
  state: z.string().optional().describe("As it was sent to the provider."),
  code: z.string().optional().describe("What the provider gives its tokens for."),
  error: z.string().optional().describe("Why it gives no code, such as access_denied."),
});

/** Mounts the routes. */
export function oidcRoutes(context: RouteContext, { provider, ...rest }: OidcParts) {
  const given = { ...context, ...rest, tries: countWrongKeys(context.clock) };
  const parts = (): Parts => ({ ...given, provider: provider ?? refuseUnset() });
  return new Elysia()
    .get(BEGIN_PATH, ({ request, query }) => begin(parts(), request, localPage(query.next)), {
      query: BEGINNING,
      detail: BEGIN_DETAIL,
    })
    .get(CALLBACK_PATH, ({ request }) => finish(parts(), request), {
      query: BROUGHT_BACK,
      detail: CALLBACK_DETAIL,
    });
}

function refuseUnset(): never {
  throw new Refusal(404, { detail: "Nobody signs in with a provider here: oidc_issuer is not set." });
}

async function begin(
  { provider, waysBack, tries, log }: Parts,
  request: Request,
  next: string,
): Promise<Response> {
  const { cookie, secrets } = waysBack.begin(next);
  const page = await provider.addressFor(secrets);
  if (page.ok) return goTo(page.value, [wayBackCookie(cookie, provider.publicUrl)]);
  const wait = tries.note({ address: clientOf(request).address, secret: secrets.state });
  return refuse(log, wait === null ? page.problem : TOO_MANY, { next, cookies: [] });
}

async function finish(parts: Parts, request: Request): Promise<Response> {
  const { provider, waysBack, log } = parts;
  const brought = new URL(request.url).searchParams;
  const cookies = [noWayBackCookie(provider.publicUrl)];
  const way = waysBack.end(readWayBack(request, provider.publicUrl), brought.get("state") ?? "");
  if (way === null) return refuse(log, UNKNOWN_WAY, { next: "/", cookies });
  const { secrets, returnTo: next } = way;
  const signedIn = await signIn(parts, request, { brought, secrets });
  if (!signedIn.ok) {
    await parts.failed.note(request);
    return refuse(log, signedIn.problem, { next, cookies });
  }
  const { token } = signedIn.value;
  const lasts = parts.signInRules.hours * HOUR;
  return goTo(next, [...cookies, landingCookie(request, { token, lasts, publicUrl: provider.publicUrl })]);
}

async function signIn(
  parts: Parts,
  request: Request,
  { brought, secrets }: { brought: URLSearchParams; secrets: WayBackSecrets },
): Promise<Result<{ token: string }, SignInRefused>> {
  const { provider, tries } = parts;
  const { address } = clientOf(request);
  if (tries.note({ address, secret: secrets.state }) !== null) return fail(TOO_MANY);
  const person = await provider.personBehind(brought, secrets);
  if (!person.ok) return person;
  const { organization, firstSignIn } = provider.entrance;
  const known = knownOf(request, parts.signInRules);
  return enter(parts, request, { ...person.value, organization, firstSignIn, ...known });
}

async function enter(
  { changes, refresh }: Parts,
  request: Request,
  entering: ProvedSignIn,
): Promise<Result<{ token: string }, SignInRefused>> {
  try {
    const signedIn = await changes(request).signInProved(entering);
    if (!signedIn.ok) return fail(NOT_LET_IN[signedIn.problem.kind]);
    // the account or its role may be new, and the page asks with it at once
    await refresh();
    return signedIn;
  } catch (error) {
    if (error instanceof Refusal && error.status === 503) return fail(NOT_NOW);
    throw error;
  }
}

const NOT_LET_IN: Readonly<Record<NotLetIn["kind"], SignInRefused>> = {
  no_organization: {
    reason: "no_organization",
    detail:
      "there is no organization of the name in oidc_organization, or several and none is called default",
  },
  not_invited: { reason: "not_invited", detail: "nobody with this e-mail address has an account" },
  ended: { reason: "ended", detail: "the account with this e-mail address has ended" },
};
const NOT_NOW: SignInRefused = { reason: "try_later", detail: "the engine is being started again" };

const UNKNOWN_WAY: SignInRefused = {
  reason: "other_browser",
  detail: "the way back is unknown, too old, used, or was begun in another browser",
};
const TOO_MANY: SignInRefused = { reason: "too_many", detail: "too many people came back from one address" };

/** Whoever never left can come back, and somebody can cancel, as often as they like: that may fill no disk. */
const UNLOGGED: ReadonlySet<RefusedReason> = new Set<RefusedReason>([
  "other_browser",
  "cancelled",
  "too_many",
]);

/** The person reads why on the page, and may try again; the owner reads in the log what exactly was wrong. */
function refuse(
  log: Log,
  { reason, detail }: SignInRefused,
  { next, cookies }: { next: string; cookies: readonly string[] },
): Response {
  if (!UNLOGGED.has(reason)) log.warning("a sign-in with the provider was refused", { reason, detail });
  const query = new URLSearchParams({ refused: reason, ...(next !== "/" && { next }) });
  return goTo(`/sign-in?${query.toString()}`, cookies);
}

function goTo(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

const BEGIN_DETAIL = {
  summary: "Sends a browser to the OpenID Connect provider, to sign in there",
  tags: ["Dashboard"],
  security: [],
  responses: {
    "302": { description: "To the provider; or to the sign-in page, which says why not" },
    ...usualProblems(),
    "404": problem("No provider is set"),
  } as Responses,
} satisfies DocumentDecoration;

const CALLBACK_DETAIL = {
  summary: "Where the provider sends the browser back to",
  tags: ["Dashboard"],
  security: [],
  responses: {
    "302": {
      description: "To the page that was asked for, signed in; or to the sign-in page, which says why not",
    },
    ...usualProblems(),
    "404": problem("No provider is set"),
  } as Responses,
} satisfies DocumentDecoration;
