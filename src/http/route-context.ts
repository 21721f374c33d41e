/** What every route is handed: who asks, what time it is, and the queries that answer. */
import type { z } from "zod";
import type { Keyring } from "../identity/keys/keyring.ts";
import { type ReadScope, readScope } from "../identity/scope.ts";
import type { BaselineSource } from "../metrics/baselines/baseline-versions.ts";
import type { PriceTable } from "../prices/price-table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { ApiChanges } from "../answers/changes.ts";
import type { ChangingCaller } from "./audit/audited-by.ts";
import type { Guard } from "./guard.ts";
import { labelsAsked } from "../vocabulary/labels/label.ts";
import { type OpenList, openList } from "./lists/listing.ts";
import type { ApiQueries } from "../answers/queries.ts";
import { resolveWindow, type Window } from "./lists/window.ts";

export interface RouteContext {
  guard: Guard;
  keyring: Pick<Keyring, "judge" | "judgeId" | "organization" | "isAlone" | "hasAccounts">;
  clock: Clock;
  /** Asked on behalf of a request's key. */
  queries(request: Request): ApiQueries;
  /**
   * Asked for by a request; the audit log names its caller where it records the route.
   *
   * @param caller - Who it is, on routes that need nobody.
   */
  changes(request: Request, caller?: ChangingCaller): ApiChanges;
  /** The prices in effect. */
  prices: Pick<PriceTable, "date" | "sha256">;
}

/** A list's own part of a request. */
export interface ListCall<Position> {
  request: Request;
  path: string;
  parameters: Parameters<typeof openList>[0]["parameters"];
  position: z.ZodType<Position>;
  /** What a query means that names no time; the last 30 days when left out. */
  windowOf?: typeof resolveWindow;
}

/**
 * Opens a list for the caller of a request.
 *
 * @throws As `openList`.
 */
export function openListFor<Position>(context: RouteContext, call: ListCall<Position>): OpenList<Position> {
  const { request, windowOf = resolveWindow, ...rest } = call;
  const caller = context.guard.callerOf(request);
  const { secret } = context.keyring.organization(caller.organizationId);
  return openList({ ...rest, windowOf, caller, secret, now: context.clock() });
}

/**
 * Whose rows and which time a request without pages asks for.
 *
 * @throws As `resolveWindow`.
 */
export function openWindowFor(
  context: RouteContext,
  request: Request,
  parameters: Parameters<typeof resolveWindow>[0] & { label?: string | string[] | undefined },
): Window & { scope: ReadScope } {
  return {
    scope: { ...readScope(context.guard.callerOf(request)), labels: labelsAsked(parameters.label) },
    ...resolveWindow(parameters, context.clock()),
  };
}

/**
 * Asks what the work of a window is held against.
 *
 * @param window of whom and when the answer's numbers are
 */
export function baselineOf(
  context: RouteContext,
  request: Request,
  { scope, from, to }: Window & { scope: ReadScope },
): Promise<BaselineSource> {
  return context.queries(request).readBaseline({ organization: scope.organizationId, from, to });
}
