/** Finds who is behind a request: by its key, or by the browser's sign-in. */
import type { Caller, KeyFault, KeyProblem } from "../../identity/caller.ts";
import type { Keyring } from "../../identity/keys/keyring.ts";
import type { SignIns } from "../../identity/sign-ins/sign-in.ts";
import type { SignedIn } from "../../identity/sign-ins/signed-in.ts";
import { fail, type Result } from "../../vocabulary/result.ts";
import { shownTime } from "../../vocabulary/times.ts";
import { HOUR } from "../../vocabulary/units.ts";
import { problemResponse } from "../problems.ts";
import { isAttended } from "./attended.ts";
import { readCookie } from "./cookie.ts";
import { isSameOrigin } from "./origin.ts";
import type { SignInRules } from "./rules.ts";

/** What judging needs. */
export interface CallerParts {
  keyring: Pick<Keyring, "judge" | "judgeId">;
  signIns: SignIns;
  signInRules: Pick<SignInRules, "idleHours">;
  /** The address that people reach the server by, where it differs from what is listened on. */
  publicUrl: string | null;
}

/** Agents and the Claude Code plugin send their own key, and never act as the person who happens to be signed in. */
const KEY_ONLY = /^\/(mcp|v1\/prompts|v1\/plugin)(\/|$)/;

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** What is judged: a request that begins, or one that goes on and is no further use of its sign-in. */
export interface Judged {
  path: string;
  stage: "begins" | "goes on";
}

/** Returns the caller, or the answer to a request without one. */
export async function judgeCaller(
  parts: CallerParts,
  request: Request,
  judged: Judged,
): Promise<Result<Caller, Response>> {
  const authorization = request.headers.get("authorization");
  const token = KEY_ONLY.test(judged.path) ? null : readCookie(request);
  if (authorization === null && token !== null) return judgeBrowser(parts, request, { ...judged, token });
  const judgement = await parts.keyring.judge(authorization);
  return judgement.ok ? judgement : fail(refuseCaller(judgement.problem));
}

async function judgeBrowser(
  { keyring, signIns, signInRules: { idleHours }, publicUrl }: CallerParts,
  request: Request,
  { token, path, stage }: Judged & { token: string },
): Promise<Result<Caller, Response>> {
  const found = await signIns.resolve(token, idleHours === null ? null : idleHours * HOUR);
  if (!found.ok) return fail(comeAgain("Who is signed in"));
  if (found.value === null) return fail(signedOut());
  const judgement = judgeSignedIn(keyring, found.value.who);
  if (!judgement.ok) return judgement;
  if (!READING.has(request.method) && !isSameOrigin(request, publicUrl)) return fail(refuseOrigin());
  if (stage === "begins" && isAttended(request, path)) signIns.noteUse(found.value.signInId);
  return judgement;
}

function judgeSignedIn(keyring: Pick<Keyring, "judgeId">, who: SignedIn): Result<Caller, Response> {
  const judgement = keyring.judgeId("keyId" in who ? who.keyId : who.accountId);
  if (judgement.ok) return judgement;
  return fail("keyId" in who ? refuseCaller(judgement.problem) : signedOut());
}

/**
 * 401, with the scheme that would help; 503 when nobody can know.
 *
 * @see RFC 6750, section 3.
 */
export function refuseCaller(problem: KeyProblem): Response {
  if (problem.kind === "unread") return comeAgain("Whether this key is valid");
  const challenge = problem.kind === "missing" ? "Bearer" : 'Bearer error="invalid_token"';
  return refuse(detailOf(problem), challenge);
}

function detailOf(fault: KeyFault): string {
  switch (fault.kind) {
    case "missing":
      return "Send a key: Authorization: Bearer scoring_…";
    case "invalid":
      return "This key is not known here.";
    case "revoked":
      return "This key was revoked.";
    case "ended":
      return `This key ended on ${shownTime(fault.endedAt)}.`;
  }
}

function signedOut(): Response {
  return refuse("You are signed out. Sign in again.", "Bearer");
}

function comeAgain(what: string): Response {
  return problemResponse(503, { detail: `${what} cannot be looked up right now; ask again later.` });
}

/** 403 for a change that a page of another host asks for. */
export function refuseOrigin(): Response {
  const detail = "A signed-in browser may change something only from this server's own pages.";
  return problemResponse(403, { detail });
}

function refuse(detail: string, challenge: string): Response {
  return problemResponse(401, { detail, headers: { "www-authenticate": challenge } });
}
