/** The score table as text. */
import type { ScoreRow } from "../scores/answer.ts";
import type { PeopleMean, Team } from "../scores/team/team-answer.ts";
import { type Column, formatTable } from "./text/table.ts";

/** What the table shows. */
export interface ScoreTable {
  rows: readonly ScoreRow[];
  /** The mean of the people; null without such a line. */
  everyone: Team["means"] | null;
}

/**
 * A line for each row and one for everyone, and below what is missing and what to do about it.
 *
 * @param width - The width; null for any.
 */
export function formatScores({ rows, everyone }: ScoreTable, width: number | null = null): string {
  if (rows.length === 0)
    return "No scores yet: no agent sent work in this window. Connect one: scoring connect AGENT";
  const periods = new Set(rows.map((row) => row.periodStart)).size > 1;
  const columns = periods ? [PERIOD, ...COLUMNS] : COLUMNS;
  const table = formatTable(
    columns,
    [...rows.map((row) => columns.map((column) => column.cell(row))), ...everyoneLine(everyone)],
    width,
  );
  return [table, ...remedies(rows)].join("\n");
}

interface ScoreColumn extends Column {
  cell(row: ScoreRow): string;
}

const PERIOD: ScoreColumn = { title: "FROM", align: "left", cell: (row) => row.periodStart.slice(0, 10) };

const COLUMNS: readonly ScoreColumn[] = [
  { title: "DEVELOPER", align: "left", cell: (row) => nameOf(row) },
  { title: "SPEED", align: "right", cell: (row) => scoreCell(row, "speed") },
  { title: "SKILL", align: "right", cell: (row) => scoreCell(row, "skill") },
  { title: "EFFICIENCY", align: "right", cell: (row) => scoreCell(row, "efficiency") },
  { title: "SUB-SESSIONS", align: "right", dropped: 1, cell: (row) => String(row.subSessions) },
  { title: "TURNS", align: "right", dropped: 2, cell: (row) => String(row.turns) },
  { title: "", align: "left", cell: (row) => (row.state === "learning" ? "learning" : "") },
];

/** Several people may share the key that a row stands for. */
function nameOf({ developer }: ScoreRow): string {
  return developer.source === "key" ? `${developer.name} (key)` : developer.name;
}

/** A whole number and half of its interval's width; a dash when there is not enough evidence. */
function scoreCell(row: ScoreRow, score: "speed" | "skill" | "efficiency"): string {
  return valueCell(row[score], row.interval?.[score] ?? null);
}

function valueCell(value: number | null, interval: readonly [number, number] | null): string {
  if (value === null) return "-";
  const spread = interval === null ? "" : ` ±${Math.round((interval[1] - interval[0]) / 2)}`;
  return `${Math.round(value)}${spread}`;
}

/** One person would be in the table twice. */
const FEWEST_FOR_A_MEAN = 2;

function everyoneLine(everyone: Team["means"] | null): string[][] {
  if (everyone === null || everyone.efficiency.people < FEWEST_FOR_A_MEAN) return [];
  const { speed, skill, efficiency } = everyone;
  const subSessions = String(efficiency.subSessions ?? 0);
  return [["Everyone, mean", ...[speed, skill, efficiency].map(meanCell), subSessions, "", ""]];
}

function meanCell({ value, interval }: PeopleMean): string {
  return valueCell(value, interval);
}

/** Each remedy once, with what it would help. */
function remedies(rows: readonly ScoreRow[]): string[] {
  const inputs = new Map<string, Set<string>>();
  for (const { input, remedy } of rows.flatMap((row) => row.missing?.reasons ?? [])) {
    inputs.set(remedy, (inputs.get(remedy) ?? new Set()).add(input));
  }
  const lines = [...inputs].map(([remedy, missing]) => `  ${[...missing].join(", ")}: ${remedy}`);
  return lines.length === 0 ? [] : ["", "Missing:", ...lines];
}
