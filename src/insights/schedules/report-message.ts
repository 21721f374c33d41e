/** What a scheduled report says in the chat tool: its figures in a few lines, and where the rest is. */
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { ChatMessage } from "../integrations/message.ts";
import { readReport } from "../reports/find-report.ts";
import { sayInFewLines } from "../reports/in-few-lines.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { RunRow } from "./runs-table.ts";
import { findSchedule } from "./schedules-table.ts";

/** In place of a report that is not there any more. */
export const REPORT_IS_GONE = "The report is gone: it was too old, or somebody in it was removed for good.";

/** @throws Why there is nothing to send, in words for the run. */
export async function writeMessage(
  database: Database,
  run: RunRow,
  publicUrl: string | null,
): Promise<Result<ChatMessage, string>> {
  const { organization, report: id, schedule } = run;
  const found = await findSchedule(database, { organization, id: schedule });
  const scope = { organizationId: organization, onlyDeveloper: null };
  const report = await readReport(database, { scope, id: id ?? "" });
  if (found === null) return fail("The schedule was deleted.");
  if (!report.ok) return fail(REPORT_IS_GONE);
  const { value } = report;
  return succeed({
    title: `${found.name}: ${sayDays(run, found.timezone)}`,
    lines: sayInFewLines(value),
    link:
      publicUrl === null
        ? null
        : { address: addressOf(publicUrl, value.report.id), words: "Read the whole report" },
  });
}

function addressOf(publicUrl: string, id: string): string {
  return `${publicUrl.replace(/\/$/, "")}/reports/${id}`;
}

/**
 * Returns the first and the last, such as "9 Nov to 15 Nov 2026".
 *
 * @remarks Takes whole days on the calendar of the zone.
 */
function sayDays(
  { window_from: from, window_to: to }: { window_from: Instant; window_to: Instant },
  timeZone: string,
): string {
  const day = { day: "numeric", month: "short", timeZone } as const;
  const first = new Intl.DateTimeFormat("en-GB", day).format(from);
  const last = new Intl.DateTimeFormat("en-GB", { ...day, year: "numeric" }).format(to - 1);
  return last.startsWith(`${first} `) ? last : `${first} to ${last}`;
}
