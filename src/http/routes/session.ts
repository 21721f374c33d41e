/** `/v1/session`: signs a browser in and out, and says who is signed in. */
import { type DocumentDecoration, Elysia } from "elysia";
import { z } from "zod";
import { ACCOUNT_ANSWER } from "../../identity/accounts/answer.ts";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { KeyCaller, KeyFault } from "../../identity/caller.ts";
import { isToken } from "../../identity/sign-ins/sign-in.ts";
import { isKey } from "../../identity/keys/key.ts";
import { SCOPES, showsSomething } from "../../identity/keys/scopes.ts";
import { labelText } from "../../vocabulary/labels/label.ts";
import type { LeadSees } from "../access/led.ts";
import { build } from "../../vocabulary/build.ts";
import { shownTime } from "../../vocabulary/times.ts";
import { documented } from "../openapi/documented.ts";
import { problem, usualProblems } from "../openapi/refusals.ts";
import { Refusal } from "../refusal.ts";
import type { RouteContext } from "../route-context.ts";
import { clientOf } from "../sign-in/client.ts";
import { noCookie, readCookie } from "../sign-in/cookie.ts";
import { refuseOrigin } from "../sign-in/judge-caller.ts";
import type { SignInLinks } from "../sign-in/links.ts";
import { isSameOrigin } from "../sign-in/origin.ts";
import type { SignInRules } from "../sign-in/rules.ts";
import { redeemInBrowser, signInBrowser } from "../sign-in/sign-in-browser.ts";
import type { FailedSignIns } from "../audit/failed-sign-ins.ts";
import type { WrongKeys } from "../sign-in/wrong-keys.ts";

const PATH = "/v1/session";
const TAG = "Dashboard";

const SIGN_IN = z.union(
  [
    z.strictObject({ key: z.string().min(1).describe("A key: scoring_…") }),
    z.strictObject({
      token: z.string().min(1).describe("The token of a one-time link."),
    }),
  ],
  { error: "expected a key or a token" },
);

const SESSION_ACCOUNT = ACCOUNT_ANSWER.pick({ id: true, email: true, name: true });

const LEADS = z.object({
  labels: z.array(z.string()),
  sees: z.enum(["people", "groups"]).describe("The setting lead_sees."),
});

const SESSION_ANSWER = z.object({
  organization: z.object({ id: z.string(), name: z.string() }),
  role: z.enum(["member", "lead", "admin"]),
  scopes: z.array(z.enum(SCOPES)).describe("What the caller may do."),
  developer: DEVELOPER_ANSWER.nullable().describe("Whom the key is bound to; null: nobody."),
  account: SESSION_ACCOUNT.nullable().describe("Whose sign-in it is; null for a key."),
  leads: LEADS.nullable().describe("Whose usage and scores a lead reads too; null for others."),
  version: z.string().describe("The version of the server."),
  endpoint: z.string().nullable().describe("Where agents send to, when it is not this address."),
});

/** What signing in needs in addition to what every route has. */
export interface SessionParts {
  links: Pick<SignInLinks, "redeem">;
  signInRules: SignInRules;
  publicUrl: string | null;
  leadSees: LeadSees;
}

/** Counts wrong keys, links and passkeys together, and has the failed ones recorded. */
export interface TriedSignIns {
  wrongKeys: WrongKeys;
  failed: FailedSignIns;
}

type Parts = RouteContext & SessionParts & TriedSignIns;

/** Mounts the routes. */
export function sessionRoutes(context: RouteContext, session: SessionParts & TriedSignIns) {
  const parts: Parts = { ...context, ...session };
  return new Elysia()
    .get(PATH, ({ request }) => describeSession(parts, request), {
      detail: documented({
        summary: "Who is signed in, or whose key this is",
        tag: TAG,
        answer: SESSION_ANSWER,
      }),
    })
    .post(PATH, ({ request, body }) => signIn(parts, request, body), {
      body: SIGN_IN,
      detail: SIGN_IN_DETAIL,
    })
    .delete(PATH, ({ request }) => signOut(parts, request), { detail: SIGN_OUT_DETAIL });
}

async function describeSession(
  { guard, keyring, queries, publicUrl, leadSees }: Parts,
  request: Request,
): Promise<z.infer<typeof SESSION_ANSWER>> {
  const { organizationId, developerId: id, accountId, role, scopes, labels } = guard.callerOf(request);
  const { name } = keyring.organization(organizationId);
  const developer = id === null ? null : await queries(request).readDeveloper({ organizationId, id });
  const account =
    accountId === null ? null : await queries(request).readAccount({ organizationId, id: accountId });
  return {
    organization: { id: organizationId, name },
    role,
    scopes: [...scopes],
    developer,
    account,
    leads: role === "lead" ? { labels: labels.map(labelText), sees: leadSees } : null,
    version: build.version,
    endpoint: publicUrl,
  };
}

/**
 * Signs in whoever has a right key, however many wrong ones came from there.
 *
 * @returns 204 with a cookie.
 * @throws A refusal for a wrong key or token, another for one more than may be tried.
 */
async function signIn(parts: Parts, request: Request, body: z.infer<typeof SIGN_IN>): Promise<Response> {
  // a page of another host may not sign its visitor in as somebody else
  if (request.headers.has("origin") && !isSameOrigin(request, parts.publicUrl)) return refuseOrigin();
  if ("key" in body && !parts.signInRules.withKey) throw new Refusal(403, { detail: NOT_WITH_A_KEY });
  const cookie =
    "key" in body ? await signInWithKey(parts, request, body.key) : await redeem(parts, request, body.token);
  if (typeof cookie === "string") return noContent(cookie);
  const secret = ("key" in body ? body.key : body.token).trim();
  await parts.failed.note(request);
  const wait = parts.wrongKeys.note({ address: clientOf(request).address, secret });
  throw wait === null ? cookie : tooManyWrong(wait);
}

async function signInWithKey(parts: Parts, request: Request, key: string): Promise<string | Refusal> {
  const keyId = await keyIdOf(parts, key);
  if (typeof keyId !== "string") return keyId;
  return signInBrowser(parts, request, { who: { keyId }, way: "key" });
}

const NOT_WITH_A_KEY =
  "This server lets nobody sign in with a key (sign_in_with_key). Open a one-time link, which an admin makes.";

async function keyIdOf({ keyring }: Parts, key: string): Promise<string | Refusal> {
  const typed = key.trim();
  if (!isKey(typed))
    return wrong("This is not a key: a character is wrong or missing. Copy the whole key again.");
  const judgement = await keyring.judge(`Bearer ${typed}`);
  if (judgement.ok) return readingKey(judgement.value);
  if (judgement.problem.kind === "unread")
    throw new Refusal(503, { detail: "Keys cannot be looked up right now; try again later." });
  return wrong(whyNot(judgement.problem));
}

/** @throws A refusal with 403: a browser would see nothing with a key that may only send. */
function readingKey({ keyId, scopes }: KeyCaller): string {
  if (showsSomething(scopes)) return keyId;
  throw new Refusal(403, {
    detail:
      "This key may only send telemetry, so it shows nothing here. Sign in with a key of your own, or with one that " +
      "reads the team (scoring keys create --reads-all); an admin can make both.",
    extensions: { missingScope: "read_own" },
  });
}

function whyNot(fault: KeyFault): string {
  switch (fault.kind) {
    case "revoked":
      return "This key was revoked. Ask for a new one.";
    case "ended":
      return `This key ended on ${shownTime(fault.endedAt)}. Ask for a new one.`;
    default:
      return "This server does not know this key.";
  }
}

/**
 * The link that `serve` prints is known in memory, and only on this machine. Any other is a write of the engine, so
 * whoever tries wrong ones waits before they are looked for.
 */
async function redeem(parts: Parts, request: Request, token: string): Promise<string | Refusal> {
  const { address, isThisMachine } = clientOf(request);
  const keyId = isThisMachine ? parts.links.redeem(token) : null;
  if (keyId !== null) return signInBrowser(parts, request, { who: { keyId }, way: "link" });
  const wait = parts.wrongKeys.waitOf(address);
  if (wait !== null) return tooManyWrong(wait);
  const cookie = isToken(token) ? await redeemInBrowser(parts, request, token) : null;
  return (
    cookie ??
    wrong("This link does not sign in any more: it works once, and not for long. Ask for another one.")
  );
}

async function signOut({ changes }: Parts, request: Request): Promise<Response> {
  const token = readCookie(request);
  if (token !== null) await changes(request).endSignIn({ token });
  return noContent(noCookie(request));
}

function noContent(cookie: string): Response {
  return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
}

function wrong(detail: string): Refusal {
  return new Refusal(401, { detail, headers: { "www-authenticate": "Bearer" } });
}

function tooManyWrong(retryAfterSeconds: number): Refusal {
  return new Refusal(429, {
    detail: `Too many wrong keys. Try again in ${retryAfterSeconds} s.`,
    extensions: { retryAfterSeconds },
  });
}

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

const SIGN_IN_DETAIL = {
  summary: "Signs a browser in, with a key or the token of a one-time link",
  tags: [TAG],
  security: [],
  responses: {
    "204": { description: "Signed in; the cookie represents the key" },
    ...usualProblems(),
    "401": problem("A wrong key, or a link that was used or is too old"),
    "403": problem("The key may only send, keys sign in nobody here, or a page of another host asks"),
    "429": problem("Too many wrong keys like this one, or from this address"),
  } as Responses,
} satisfies DocumentDecoration;

const SIGN_OUT_DETAIL = {
  summary: "Signs the browser out; copies of its cookie stop working too",
  tags: [TAG],
  responses: {
    "204": { description: "Signed out" },
    ...usualProblems(),
  } as Responses,
} satisfies DocumentDecoration;
