/** What a scheduled report says in the chat tool: its figures in a few lines, and where the rest is. */
import type { Database } from "../../database/open.ts";
import type { ChatMessage } from "../integrations/message.ts";
import { readReport } from "../reports/find-report.ts";
import type { Report } from "../reports/report.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { RunRow } from "./runs-table.ts";
import { findSchedule, type ScheduleRow } from "./schedules-table.ts";

const MOST_FINDINGS = 5;

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
  return {
    title: `${found.name}: ${describeWindow(found, run)}`,
    lines: summarize(report.value),
    link:
      publicUrl === null
        ? null
        : { address: addressOf(publicUrl, report.value.id), words: "Read the report" },
  };
}

function addressOf(publicUrl: string, id: string): string {
  return `${publicUrl.replace(/\/$/, "")}/reports/${id}`;
}

/** Takes: a whole number of days on the calendar of the zone. Gives: its first and its last day, such as "9–15 Nov 2026". */
function describeWindow(
  { timezone }: Pick<ScheduleRow, "timezone">,
  { window_from, window_to }: { window_from: Milliseconds; window_to: Milliseconds },
): string {
  const days = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  return days.formatRange(window_from, window_to - 1);
}

/** The figures of the overview that are there, and what stands out. */
export function summarize({ developer, chapters: { overview } }: Report): string[] {
  const { people, sessions, turns, scores, spendUsd, wasteUsd, hoursLost, findings } = overview;
  const whose = developer === null ? countOf(people, "person", "people") : developer.name;
  const figures = [
    withValue(spendUsd.value, (usd) => `${usd.toFixed(2)} USD spent`),
    withValue(wasteUsd.value, (usd) => `${usd.toFixed(2)} USD of it without a result`),
    withValue(hoursLost.value, (hours) => `${hours.toFixed(1)} hours lost to waiting`),
  ];
  return [
    `${whose}, ${countOf(sessions, "session", "sessions")}, ${countOf(turns, "turn", "turns")}`,
    `Speed ${score(scores.speed)} · Skill ${score(scores.skill)} · Efficiency ${score(scores.efficiency)}`,
    figures.filter((figure) => figure !== null).join(" · "),
    ...findings.slice(0, MOST_FINDINGS).map(({ text }) => `• ${text}`),
  ].filter((line) => line !== "");
}

type ScoreFigure = Report["chapters"]["overview"]["scores"]["speed"];

function score({ value, change }: ScoreFigure): string {
  if (value === null) return "–";
  const moved = change === null ? 0 : Math.round(change.value);
  return `${Math.round(value)}${moved === 0 ? "" : ` (${moved > 0 ? "+" : "−"}${Math.abs(moved)})`}`;
}

function countOf(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

function withValue(value: number | null, write: (value: number) => string): string | null {
  return value === null ? null : write(value);
}
