/** What a scheduled report says in the chat tool: its figures in a few lines, and where the rest is. */
import type { Database } from "../../database/open.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { ChatMessage } from "../integrations/message.ts";
import { readReport } from "../reports/find-report.ts";
import { tellInFewLines } from "../reports/in-few-lines.ts";
import type { RunRow } from "./runs-table.ts";
import { findSchedule } from "./schedules-table.ts";

/** Gives: null when the report or the schedule is gone. */
export async function writeMessage(
  database: Database,
  run: RunRow,
  publicUrl: string | null,
): Promise<ChatMessage | null> {
  const { organization, report: id, schedule } = run;
  const found = await findSchedule(database, { organization, id: schedule });
  const scope = { organizationId: organization, onlyDeveloper: null };
  const report = id === null ? null : await readReport(database, { scope, id });
  if (found === null || report === null || !report.ok) return null;
  const { value } = report;
  return {
    title: `${found.name}: ${sayDays(run, found.timezone)}`,
    lines: tellInFewLines(value),
    link:
      publicUrl === null ? null : { address: addressOf(publicUrl, value.id), words: "Read the whole report" },
  };
}

function addressOf(publicUrl: string, id: string): string {
  return `${publicUrl.replace(/\/$/, "")}/reports/${id}`;
}

/** Takes: whole days on the calendar of the zone. Gives: the first and the last, such as "9 Nov to 15 Nov 2026". */
function sayDays(
  { window_from: from, window_to: to }: { window_from: Milliseconds; window_to: Milliseconds },
  timeZone: string,
): string {
  const day = { day: "numeric", month: "short", timeZone } as const;
  const first = new Intl.DateTimeFormat("en-GB", day).format(from);
  const last = new Intl.DateTimeFormat("en-GB", { ...day, year: "numeric" }).format(to - 1);
  return last.startsWith(`${first} `) ? last : `${first} to ${last}`;
}
