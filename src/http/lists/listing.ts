/** One page of a list: from a request's parameters to the query of a step, and from its page to an answer. */
import { z } from "zod";
import type { Caller } from "../../identity/caller.ts";
import { type ReadScope, readScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { labelsAsked } from "../../vocabulary/labels/label.ts";
import { openCursor, sealCursor } from "./cursor.ts";
import { Refusal } from "../refusal.ts";
import type { resolveWindow, Window } from "./window.ts";

/** The parameters that every list has. */
interface ListParameters {
  from?: string | undefined;
  to?: string | undefined;
  label?: string | string[] | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** What opening a list needs to know. */
export interface ListRequest<Position> {
  /** The route's path: a cursor of one list is none of another. */
  path: string;
  caller: Caller;
  /** Of the caller's organization. */
  secret: string;
  parameters: ListParameters;
  position: z.ZodType<Position>;
  /** What a query means that names no time. */
  windowOf: typeof resolveWindow;
  now: Instant;
}

/** A page that is asked for, and the cursor to the next. */
export interface OpenList<Position> {
  scope: ReadScope;
  window: Window;
  limit: number;
  after: Position | null;
  /** Returns the cursor that goes on after the position; null after the last page. */
  cursorAfter(position: Position | null): string | null;
}

/**
 * Opens a list where its cursor points.
 *
 * The cursor holds the window as it was on the first page, so that "now" stays where it was then.
 *
 * @throws A refusal with 400 for a window that ends before it begins, and a cursor that is not of this query.
 */
export function openList<Position>(request: ListRequest<Position>): OpenList<Position> {
  const { caller, secret, parameters } = request;
  const scope = { ...readScope(caller), labels: labelsAsked(parameters.label) };
  const query = describeQuery(request.path, scope, parameters);
  const content = z.object({ from: z.int(), to: z.int(), position: request.position });
  const { cursor } = parameters;
  const resumed = cursor === undefined ? null : openCursor({ secret, query, cursor }, content);
  if (cursor !== undefined && resumed === null) throw foreignCursor();
  const window = resumed ?? request.windowOf(parameters, request.now);
  return {
    scope,
    window: { from: window.from, to: window.to },
    limit: parameters.limit,
    after: resumed?.position ?? null,
    cursorAfter: (position) =>
      position === null ? null : sealCursor(secret, query, { from: window.from, to: window.to, position }),
  };
}

/** Everything that decides which rows are on the list, in one fixed order; a page's size does not. */
function describeQuery(path: string, scope: ReadScope, parameters: ListParameters): string {
  const { limit: _limit, cursor: _cursor, ...filters } = parameters;
  const sorted = Object.entries(filters).toSorted(([left], [right]) => left.localeCompare(right));
  const { organizationId, onlyDeveloper, within } = scope;
  return JSON.stringify([path, organizationId, onlyDeveloper, within, sorted]);
}

function foreignCursor(): Refusal {
  return new Refusal(400, {
    detail: "This cursor belongs to another query.",
    errors: [{ path: "cursor", message: "expected nextCursor of the page before, with the same query" }],
  });
}
