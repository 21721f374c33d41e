/** The score table as text. */
import type { ScoreRow } from "../scores/answer.ts";
import { type Column, formatTable } from "./text/table.ts";

/**
 * A line for each row, and below what is missing and what to do about it.
 *
 * @param width - The width; null for any.
 */
export function formatScores(rows: readonly ScoreRow[], width: number | null = null): string {
  if (rows.length === 0)
    return "No scores yet: no agent sent work in this window. Connect one: scoring connect AGENT";
  const periods = new Set(rows.map((row) => row.periodStart)).size > 1;
  const columns = periods ? [PERIOD, ...COLUMNS] : COLUMNS;
  const table = formatTable(
    columns,
    rows.map((row) => columns.map((column) => column.cell(row))),
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
  const value = row[score];
  if (value === null) return "-";
  const interval = row.interval?.[score] ?? null;
  const spread = interval === null ? "" : ` ±${Math.round((interval[1] - interval[0]) / 2)}`;
  return `${Math.round(value)}${spread}`;
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
