/** `scoring export`: what was computed, as files for other programs. */
import { resolve } from "node:path";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";
import { noteCommand } from "../audit/note-command.ts";
import { type Command, type CommandCall, CommandFailure, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { chosenOrganization, reading, requireRows } from "../stores.ts";
import { count } from "../text/count.ts";
import { timeFlag } from "../time-flag.ts";
import { type DayCounts, type Exported, exportDays } from "./export-days.ts";

export const EXPORT: Command = {
  name: "export",
  operands: ["DIR"],
  summary: "Write sessions, sub-sessions, turns, usage and scores as Parquet and CSV.",
  details:
    "Also while the server runs. DIR gets a folder for each table with two files for each day (UTC), schema.json with " +
    "the columns, and manifest.json with rows and hashes. Days without work get no files. docs/export.md has questions " +
    "to ask of them in SQL.\n\n" +
    "Run it again at any time: a run that broke off goes on at its day. Any other run looks at every day of its window, " +
    "replaces files whose rows changed, and removes days whose rows are gone.",
  flags: {
    from: { value: "DAY", summary: "The first day, in UTC (default 30 days before --to)." },
    to: { value: "DAY", summary: "The day after the last (default tomorrow)." },
    "with-text": { summary: "Also the texts of prompts, titles and notes." },
    org: { value: "ORG", summary: "The organization's id or name (default: the only one, or default)." },
  },
  reads: "directory",
  check: (call) => void windowOf(call),
  run: async (call) => {
    const { from, to } = windowOf(call);
    const [folder = ""] = call.operands;
    const organization = await reading(call, (database) => chosenOrganization(call, database));
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const days = Math.round((to - from) / DAY);
    const exported = await exportDays({
      folder: resolve(folder),
      organization: { id: organization.id, name: organization.name },
      from,
      to,
      withText: hasFlag(call, "with-text"),
      reading: (work) =>
        reading(call, async (database) => {
          await requireRows(database);
          return work(database);
        }),
      report: (date) => line.show(`${date}, ${Math.round((Date.parse(date) - from) / DAY)} of ${days} days`),
    }).finally(() => line.clear());
    const what = { from: isoTime(from), to: isoTime(to), withText: hasFlag(call, "with-text") };
    await noteCommand(call, { organization: organization.id, action: "data_exported", details: what });
    const answer = answerOf(resolve(folder), exported);
    writeAnswer(call, answer, describe(answer));
    return 0;
  },
};

function windowOf(call: CommandCall): { from: Instant; to: Instant } {
  const today = Math.floor(call.program.clock() / DAY) * DAY;
  const to = dayFlag(call, "to") ?? today + DAY;
  const from = dayFlag(call, "from") ?? to - 30 * DAY;
  if (from >= to) throw new CommandFailure("--from must be before --to", 2);
  return { from, to };
}

function dayFlag(call: CommandCall, name: string): Instant | null {
  const at = timeFlag(call, name);
  if (at === null || at % DAY === 0) return at;
  throw new CommandFailure(`--${name} needs a day such as 2026-11-21: files have whole days, in UTC`, 2);
}

type Answer = ReturnType<typeof answerOf>;

/** What the run's window holds, table by table. */
function answerOf(folder: string, { days, manifest }: Exported) {
  const { organization, withText, run } = manifest;
  const inWindow = Object.entries(manifest.days).filter(([date]) => date >= run.from && date < run.to);
  const rows: Record<string, number> = {};
  let bytes = 0;
  for (const [, tables] of inWindow)
    for (const [name, { rows: ofDay, csv, parquet }] of Object.entries(tables)) {
      rows[name] = (rows[name] ?? 0) + ofDay;
      bytes += csv.bytes + parquet.bytes;
    }
  return { folder, organization, from: run.from, to: run.to, withText, days, rows, bytes };
}

function describe({ folder, organization, from, to, days, rows, bytes }: Answer): string {
  const last = isoTime(Date.parse(to) - DAY).slice(0, to.length);
  const tables = Object.entries(rows).map(([name, number]) => `  ${name}: ${count(number, "row")}`);
  return [
    `${folder}: ${organization.name}, ${from} to ${last}, ${sizeText(bytes)}`,
    ...tables,
    daysText(days),
  ].join("\n");
}

function daysText({ written, replaced, unchanged, removed, empty }: DayCounts): string {
  const parts = [`${count(written, "day")} new`, `${replaced} changed`, `${unchanged} as before`];
  if (removed > 0) parts.push(`${removed} removed`);
  if (empty > 0) parts.push(`${empty} without work`);
  return parts.join(", ");
}
