/** The totals of agents' histories as a table. */
import type { Totals } from "../../history/totals.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { type Column, formatTable } from "../text/table.ts";

const COLUMNS: readonly Column[] = [
  { title: "AGENT", align: "left" },
  { title: "SESSIONS", align: "right" },
  { title: "PROMPTS", align: "right" },
  { title: "CALLS", align: "right" },
  { title: "TOKENS", align: "right" },
  { title: "FIRST", align: "left", dropped: 2 },
  { title: "LAST", align: "left", dropped: 1 },
];

/**
 * Returns a line for each agent.
 *
 * @param width - How wide a line may be; null for any width.
 */
export function totalsTable(totals: readonly Totals[], width: number | null): string {
  const rows = totals.map(({ agent, sessions, prompts, calls, tokens, first, last }) => [
    agent,
    ...[sessions, prompts, calls, tokens].map((number) => number.toLocaleString("en")),
    ...[first, last].map((at) => (at === null ? "-" : isoTime(at).slice(0, "2026-11-21".length))),
  ]);
  return formatTable(COLUMNS, rows, width);
}
