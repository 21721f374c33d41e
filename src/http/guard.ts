/** Lets nobody past without a key in force, or a browser that was signed in with one. */
import { actorOf, type Caller } from "../identity/caller.ts";
import { pathOf } from "../ingest/path.ts";
import type { RateLimit } from "../ingest/rate.ts";
import { asLead, type LeadSees } from "./access/led.ts";
import { documentedRoute, isOpen, needOf, refusalFor } from "./access/permit.ts";
import { problemResponse } from "./problems.ts";
import type { Seconds } from "../vocabulary/units.ts";
import { Refusal } from "./refusal.ts";
import { SECURITY_TEXT_PATH } from "./well-known/security-text.ts";
import { clientOf, noteClient } from "./sign-in/client.ts";
import { type CallerParts, judgeCaller } from "./sign-in/judge-caller.ts";

/** Paths that answer without a key, whatever the method. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/livez", "/readyz", SECURITY_TEXT_PATH]);

/** Judges callers and remembers them for their routes. */
export interface Guard {
  /** Returns the refusal, or undefined when the request may go on. */
  admit(request: Request, path: string): Promise<Response | undefined>;
  /**
   * Lets a caller through to a route.
   *
   * @param route - As the router has it, such as `/v1/sessions/:id`.
   * @throws A refusal with 403 where the caller lacks what the route needs.
   */
  authorize(request: Request, route: string): void;
  /** Returns the method and path of the route that a request was let through to, as the OpenAPI document has them. */
  routeOf(request: Request): string;
  /** @throws An exception for a request that was not admitted with a key. */
  callerOf(request: Request): Caller;
  /** Lets a request in that the server itself makes on behalf of another one; it counts for no limit. */
  admitAs(admitted: Request, next: Request): void;
  /**
   * Whether a request that was admitted would be again, with the rights that it had: who is given another role must not
   * go on reading with the one before. True also while nobody can look that up.
   */
  stillAdmits(request: Request): Promise<boolean>;
}

/** What guarding needs. */
export interface GuardParts extends CallerParts {
  /** How many requests a key may send here; telemetry and prompts do not come this way. */
  rate: RateLimit;
  leadSees: LeadSees;
}

export function createGuard(parts: GuardParts): Guard {
  const callers = new WeakMap<Request, Caller>();
  const routes = new WeakMap<Request, string>();
  const callerOf = (request: Request): Caller => {
    const caller = callers.get(request);
    if (caller === undefined) throw new Error("BUG: a route asked for the caller of a request without one");
    return caller;
  };
  return {
    async admit(request, path) {
      if (callers.has(request)) return undefined;
      if (OPEN_PATHS.has(path) || isOpen(request.method, path)) return undefined;
      const judged = await judgeCaller(parts, request, { path, stage: "begins" });
      if (!judged.ok) return judged.problem;
      const wait = parts.rate.take(actorOf(judged.value));
      if (wait !== null) return refuseForNow(judged.value, wait);
      callers.set(request, judged.value);
      return undefined;
    },
    authorize(request, route) {
      routes.set(request, documentedRoute(request.method, route));
      const need = needOf(request.method, route);
      if (need === "open") return;
      const caller = callerOf(request);
      const refusal = refusalFor(caller, need);
      if (refusal !== null) throw new Refusal(403, refusal);
      callers.set(request, asLead(caller, need, { leadSees: parts.leadSees, request }));
    },
    routeOf: (request) => routes.get(request) ?? "",
    callerOf,
    admitAs(admitted, next) {
      callers.set(next, asJudged(callerOf(admitted)));
      noteClient(next, clientOf(admitted));
    },
    async stillAdmits(request) {
      const judged = await judgeCaller(parts, request, { path: pathOf(request.url), stage: "goes on" });
      if (!judged.ok) return judged.problem.status !== 401;
      return Bun.deepEquals(judged.value, asJudged(callerOf(request)));
    },
  };
}

/** Without what a route let the caller read in addition. */
function asJudged(caller: Caller): Caller {
  return { ...caller, leads: null };
}

/** @see docs/api.md: the wait is in the body and in no header. */
function refuseForNow({ accountId }: Caller, retryAfterSeconds: Seconds): Response {
  const who = accountId === null ? "This key sends" : "You send";
  return problemResponse(429, {
    detail: `${who} too many requests. Ask again in ${retryAfterSeconds} s.`,
    extensions: { retryAfterSeconds },
  });
}
