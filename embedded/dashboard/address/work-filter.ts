/** What a list of sessions or tasks is filtered by: it is in the address, so that a number leads to what it counts. */
import type { Outcome } from "../../../src/turns/outcomes/outcome-kind.ts";
import { addressOf, type Whose } from "./whose-of.ts";

/** The outcomes of tasks. */
export const OUTCOMES = ["reached", "partial", "abandoned", "unknown"] as const satisfies Outcome[];
/** What may have happened in a session. */
export const FLAGS = ["failed", "repair"] as const;

const SCORES = ["speed", "skill", "efficiency"] as const;

/** null where anything will do. */
export interface WorkFilter {
  /** A call of this model. */
  model: string | null;
  /** A use of this tool, and of a tool of this MCP server. */
  tool: string | null;
  mcpServer: string | null;
  /** A call of another model than these, whose names have commas between them. */
  otherThan: string | null;
  costOverUsd: number | null;
  outcome: Outcome | null;
  flag: (typeof FLAGS)[number] | null;
  /** Tasks that are counted in scores, or the others. */
  counted: boolean | null;
  /** Tasks of the people in everyone's mean of this score. */
  scoredIn: (typeof SCORES)[number] | null;
  /** A part of a title. */
  searched: string | null;
  /** A window of its own, in place of the time range of pages. */
  window: { from: string; to: string } | null;
}

/** The parameters of the address, each for a part of the filter. */
const NAMES = [
  "model",
  "tool",
  "mcp_server",
  "other_than",
  "cost_over_usd",
  "outcome",
  "flag",
  "counted",
  "scored_in",
  "q",
  "from",
  "to",
] as const;

type Name = (typeof NAMES)[number];

/** Reads the filter; whatever is not understood filters nothing. */
export function readFilter(search: string): WorkFilter {
  const parameters = new URLSearchParams(search);
  const read = (name: Name): string | null => parameters.get(name) || null;
  return {
    model: read("model"),
    tool: read("tool"),
    mcpServer: read("mcp_server"),
    otherThan: read("other_than"),
    costOverUsd: amountIn(read("cost_over_usd")),
    outcome: OUTCOMES.find((outcome) => outcome === read("outcome")) ?? null,
    flag: FLAGS.find((flag) => flag === read("flag")) ?? null,
    counted: COUNTED.get(read("counted")) ?? null,
    scoredIn: SCORES.find((score) => score === read("scored_in")) ?? null,
    searched: read("q")?.trim() || null,
    window: windowIn(read("from"), read("to")),
  };
}

const COUNTED: ReadonlyMap<string | null, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

function amountIn(text: string | null): number | null {
  const amount = Number(text ?? NaN);
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}

function windowIn(asked: string | null, until: string | null): WorkFilter["window"] {
  const [from, to] = [instantIn(asked), instantIn(until)];
  return from !== null && to !== null && from <= to ? { from, to } : null;
}

function instantIn(text: string | null): string | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Returns the parameters of the address for a filter. */
export function writeFilter(filter: Partial<WorkFilter>): Partial<Record<Name, string>> {
  const { window } = filter;
  const written: Record<Name, string | number | boolean | null | undefined> = {
    model: filter.model,
    tool: filter.tool,
    mcp_server: filter.mcpServer,
    other_than: filter.otherThan,
    cost_over_usd: filter.costOverUsd,
    outcome: filter.outcome,
    flag: filter.flag,
    counted: filter.counted,
    scored_in: filter.scoredIn,
    q: filter.searched,
    from: window?.from,
    to: window?.to,
  };
  const entries = NAMES.flatMap((name) => {
    const value = written[name];
    return value === null || value === undefined ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}

/** Where those sessions are listed. */
export function sessionsAddress(whose: Whose, filter: Partial<WorkFilter>): string {
  return withFilter(addressOf("/sessions", whose), filter);
}

/** Where those tasks are listed. */
export function tasksAddress(whose: Whose, filter: Partial<WorkFilter>): string {
  return withFilter(addressOf("/sessions?list=tasks", whose), filter);
}

function withFilter(address: string, filter: Partial<WorkFilter>): string {
  const parameters = new URLSearchParams(writeFilter(filter)).toString();
  return parameters === "" ? address : `${address}&${parameters}`;
}
