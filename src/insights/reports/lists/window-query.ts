/** What the numbers of a window are asked for, without a report being made. */
import type { Database } from "../../../database/open.ts";
import { type ReadScope, resolveWhose } from "../../../identity/scope.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { ReportWindow } from "../chapters/chapter.ts";

export interface WindowQuery {
  scope: ReadScope;
  from: Instant;
  /** Exclusive. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  now: Instant;
}

/** Nobody has it. */
const NOBODY = "";

/** The window as a report has it: the filter is part of the scope. */
export async function windowFor(database: Database, query: WindowQuery): Promise<ReportWindow> {
  const { scope, from, to, now } = query;
  const whose = await resolveWhose(database, scope, query.developer);
  return { scope: { ...scope, onlyDeveloper: only(whose) }, developer: null, from, to, now };
}

function only(whose: Awaited<ReturnType<typeof resolveWhose>>): string | null {
  switch (whose.kind) {
    case "everybody":
      return null;
    case "one":
      return whose.developerId;
    case "nobody":
      return NOBODY;
  }
}
