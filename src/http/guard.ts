/** Lets nobody past without a key in force. */
import type { Caller, KeyProblem } from "../identity/caller.ts";
import type { Keyring } from "../identity/keys/keyring.ts";
import { Refusal } from "./refusal.ts";
import { problemResponse } from "./problems.ts";

/** Paths that answer without a key. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/", "/livez", "/readyz"]);

const DETAILS: Readonly<Record<KeyProblem["kind"], string>> = {
  missing: "Send a key: Authorization: Bearer scoring_…",
  invalid: "This key is not known here.",
  revoked: "This key was revoked.",
};

/** Judges callers and remembers them for their routes. */
export interface Guard {
  /** Gives: the refusal, or undefined when the request may go on. */
  admit(request: Request, path: string): Promise<Response | undefined>;
  /** Fails: an exception for a request that was not admitted with a key. */
  callerOf(request: Request): Caller;
}

export function createGuard(keyring: Pick<Keyring, "judge">): Guard {
  const callers = new WeakMap<Request, Caller>();
  return {
    async admit(request, path) {
      if (OPEN_PATHS.has(path)) return undefined;
      const judgement = await keyring.judge(request.headers.get("authorization"));
      if (!judgement.ok) return refuseCaller(judgement.problem);
      callers.set(request, judgement.value);
      return undefined;
    },
    callerOf(request) {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error("BUG: a route asked for the caller of a request without one");
      return caller;
    },
  };
}

/** 401, with the scheme that would help. Source: RFC 6750, section 3. */
function refuseCaller(problem: KeyProblem): Response {
  const challenge = problem.kind === "missing" ? "Bearer" : 'Bearer error="invalid_token"';
  return problemResponse(401, {
    detail: DETAILS[problem.kind],
    headers: { "www-authenticate": challenge },
  });
}

/** Fails: a refusal with 403 when the caller is no admin. */
export function requireAdmin(caller: Caller): void {
  if (caller.role !== "admin") throw new Refusal(403, { detail: "This needs an admin key." });
}
