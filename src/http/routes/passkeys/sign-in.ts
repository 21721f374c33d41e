/** `/v1/session/passkey`: signs a browser in with a passkey. */
import type { TriedSignIns } from "../session.ts";
import { type DocumentDecoration, Elysia } from "elysia";
import type { z } from "zod";
import { signInOptions } from "../../../identity/passkeys/options.ts";
import type { RelyingParty } from "../../../identity/passkeys/relying-party.ts";
import { challengeIn, type Unverified } from "../../../identity/passkeys/verify.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { HOUR } from "../../../vocabulary/units.ts";
import { outputSchema } from "../../openapi/json-schema.ts";
import { problem, responseNamed, usualProblems } from "../../openapi/refusals.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { clientOf } from "../../sign-in/client.ts";
import { tokenCookie } from "../../sign-in/cookie.ts";
import { refuseOrigin } from "../../sign-in/judge-caller.ts";
import { isSameOrigin } from "../../sign-in/origin.ts";
import type { SignInRules } from "../../sign-in/rules.ts";
import { knownOf } from "../../sign-in/sign-in-browser.ts";
import { type PasskeyParts, STALE } from "./ceremony.ts";
import { OPTIONS, SIGNED } from "../../../identity/passkeys/credentials.ts";
import { requireParty } from "./party.ts";

const PATH = "/v1/session/passkey";
const TAG = "Dashboard";

/** What signing in with a passkey needs in addition to registering one. */
export interface PasskeySignInParts extends PasskeyParts, TriedSignIns {
  signInRules: SignInRules;
}

type Parts = RouteContext & PasskeySignInParts;

/** Mounts the routes. */
export function passkeySignInRoutes(parts: Parts) {
  return new Elysia()
    .post(`${PATH}/options`, ({ request }) => begin(parts, request), { detail: OPTIONS_DETAIL })
    .post(PATH, ({ request, body }) => signIn(parts, request, body), {
      body: SIGNED,
      detail: SIGN_IN_DETAIL,
    });
}

/** Not limited: nothing is kept of it, and whoever has the same address must not keep others out. */
function begin(parts: Parts, request: Request): z.infer<typeof OPTIONS> | Response {
  if (isForeign(request, parts)) return refuseOrigin();
  const party = requireParty(request, parts.publicUrl);
  return { ...signInOptions({ party, challenge: parts.challenges.issue({ kind: "sign_in" }) }) };
}

/**
 * Signs in the person whose device signed.
 *
 * @returns 204 with a cookie.
 * @throws A refusal for a passkey that is not accepted, another for one more than may be tried.
 */
async function signIn(parts: Parts, request: Request, signed: z.infer<typeof SIGNED>): Promise<Response> {
  if (isForeign(request, parts)) return refuseOrigin();
  const party = requireParty(request, parts.publicUrl);
  const { address } = clientOf(request);
  const signedIn = await tokenFor(parts, request, { signed, party });
  if (signedIn.ok) return noContent(tokenCookie(request, signedIn.value, parts.signInRules.hours * HOUR));
  await parts.failed.note(request);
  const wait = parts.wrongKeys.note({ address, secret: signed.id });
  if (wait !== null) throw tooMany(wait);
  throw new Refusal(401, { detail: WORDS[signedIn.problem.kind], headers: { "www-authenticate": "Bearer" } });
}

interface Sent {
  signed: z.infer<typeof SIGNED>;
  party: RelyingParty;
}

async function tokenFor(
  { challenges, changes, signInRules }: Parts,
  request: Request,
  { signed, party }: Sent,
): Promise<Result<string, Stale | Unverified>> {
  const challenge = challengeIn(signed.response) ?? "";
  if (challenges.take(challenge)?.kind !== "sign_in") return fail({ kind: "stale" });
  const signedIn = await changes(request).signInWithPasskey({
    signed,
    expected: { party, challenge },
    ...knownOf(request, signInRules),
  });
  return signedIn.ok ? succeed(signedIn.value.token) : signedIn;
}

/** The challenge is not known, or not any more. */
interface Stale {
  kind: "stale";
}

const WORDS: Readonly<Record<(Stale | Unverified)["kind"], string>> = {
  stale: STALE,
  unverified: "This server does not accept this passkey. It may have been removed; sign in another way.",
};

/** A page of another host may not sign its visitor in as somebody else. */
function isForeign(request: Request, { publicUrl }: Parts): boolean {
  return request.headers.has("origin") && !isSameOrigin(request, publicUrl);
}

function noContent(cookie: string): Response {
  return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
}

function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal(429, {
    detail: `Too many attempts to sign in. Try again in ${retryAfterSeconds} s.`,
    extensions: { retryAfterSeconds },
  });
}

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

const OPTIONS_DETAIL = {
  summary: "What a browser is asked for to sign in with a passkey",
  tags: [TAG],
  security: [],
  responses: {
    "200": {
      description: "OK",
      content: { "application/json": { schema: () => outputSchema(OPTIONS) } },
    },
    ...usualProblems(),
    "409": responseNamed("NoPasskeys"),
  } as Responses,
} satisfies DocumentDecoration;

const SIGN_IN_DETAIL = {
  summary: "Signs a browser in with a passkey",
  tags: [TAG],
  security: [],
  responses: {
    "204": { description: "Signed in; the cookie represents the account" },
    ...usualProblems(),
    "401": problem("A passkey that is not accepted, or a challenge that was used or is too old"),
    "409": responseNamed("NoPasskeys"),
    "429": problem("Too many attempts from this address; retryAfterSeconds says when to try again"),
  } as Responses,
} satisfies DocumentDecoration;
