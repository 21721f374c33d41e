/** Asks for a report: it is noted, and the stage `reporting` makes it. */
import type { Database } from "../../database/open.ts";
import { addJob, changeJob, readOpenJobs } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import { idsOf, readDevelopers } from "../../identity/developers/directory.ts";
import { type ReadScope, resolveWhose } from "../../identity/scope.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { isBeingPurged } from "../governance/being-purged.ts";
import { describeJob } from "./describe-job.ts";
import { labelsKept } from "../../vocabulary/labels/kept-labels.ts";
import type { ReportJob } from "./report.ts";
import { type ReportRow, REPORTS } from "./reports-table.ts";

/** What a report is asked of. */
export interface ReportRequest {
  scope: ReadScope;
  from: Instant;
  /** Exclusive. */
  to: Instant;
  /** Whether `to` is the time of asking: who asks so again, a little later, means the same report. */
  endsNow: boolean;
  /** A developer's id or e-mail; null for the whole organization, or for the only one whom the caller may read. */
  developer: string | null;
  /** Whether the judge model is to write about it. */
  narrative: boolean;
}

/** More than these would wait for hours. */
export const MOST_OPEN = 50;

export type RequestProblem = { kind: "unknown_developer" } | { kind: "too_many_open" };

/**
 * Notes a report that is to be made.
 *
 * @returns The new one, or the one of the same window and person that has not ended yet; it gets words when
 *   anybody who asks for it wants them.
 * @throws `unknown_developer`, also for one whom the caller may not read; `too_many_open`: `MOST_OPEN` wait
 *   already.
 */
export async function requestReport(
  { database, clock }: { database: Database; clock: Clock },
  request: ReportRequest,
): Promise<Result<ReportJob, RequestProblem>> {
  const { scope } = request;
  const { organizationId: organization } = scope;
  return inTransaction(database, "full", async (transaction) => {
    const whose = await resolveWhose(transaction, scope, request.developer);
    if (whose.kind === "nobody") return fail({ kind: "unknown_developer" });
    const developers = await readDevelopers(transaction, organization);
    const developer = whose.kind === "one" ? whose.developerId : null;
    const ids = developer === null ? [] : idsOf(developer, developers);
    if (await isBeingPurged(transaction, ids)) return fail({ kind: "unknown_developer" });
    const names: (string | null)[] = developer === null ? [null] : ids;
    const everybodys = await readOpenJobs(transaction, REPORTS);
    const open = everybodys.filter((report) => report.organization === organization);
    const labels = labelsKept(scope.labels ?? []);
    const same = open.find(
      (report) =>
        names.includes(report.developer) && report.labels === labels && isSameWindow(report, request),
    );
    if (same !== undefined) {
      if (request.narrative)
        await changeJob(transaction, REPORTS, { where: { id: same.id }, set: { narrative: 1 } });
      return succeed(describeJob(same, developers));
    }
    if (open.length >= MOST_OPEN) return fail({ kind: "too_many_open" });
    const row = await addJob(transaction, REPORTS, { ...newReport(request, clock()), developer });
    return succeed(describeJob(row, developers));
  });
}

function isSameWindow(report: ReportRow, { from, to, endsNow }: ReportRequest): boolean {
  if (report.from_ms === from && report.to_ms === to) return true;
  return endsNow && report.ends_now === 1 && report.to_ms - report.from_ms === to - from;
}

function newReport(request: ReportRequest, now: Instant): Omit<ReportRow, "developer" | "number" | "reason"> {
  return {
    id: crypto.randomUUID(),
    organization: request.scope.organizationId,
    labels: labelsKept(request.scope.labels ?? []),
    from_ms: request.from,
    to_ms: request.to,
    ends_now: Number(request.endsNow),
    narrative: Number(request.narrative),
    status: "pending",
    done: 0,
    working_on: null,
    tries: 0,
    requested_at: now,
    ended_at: null,
  };
}
