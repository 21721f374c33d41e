/** What `scoring try` shows at the end. */
import { sayFifty } from "../../../embedded/dashboard/words/fifty.ts";
import { formatUsd } from "../../../embedded/dashboard/words/numbers.ts";
import type { Totals } from "../../history/totals.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { LEGEND } from "../demo/describe-demo.ts";
import { answerOf } from "../import/import-agents.ts";
import type { SentHistories } from "../import/send-histories.ts";
import { formatScores } from "../score-table.ts";
import { count } from "../text/count.ts";
import { type Column, formatTable } from "../text/table.ts";
import { agentTitle } from "./found-histories.ts";
import type { AgentUsage, Looked } from "./results.ts";

/** Everything that is known at the end. */
export interface Tried extends Looked {
  from: Instant;
  to: Instant;
  sent: SentHistories;
  /** Null when it ends with the command. */
  server: { url: string; link: string | null } | null;
}

/** Returns the one JSON document. */
export function tryDocument({ from, to, sent, results, isSettled, server }: Tried) {
  const { baseline, scores } = results.scores;
  return {
    from: isoTime(from),
    to: isoTime(to),
    imported: sent.totals.map(answerOf),
    refused: sent.refused,
    usage: results.usage,
    settled: isSettled,
    baseline,
    scores,
    server,
  };
}

/** What a person sees. */
export interface Screen {
  /** How wide a line may be; null for any width. */
  width: number | null;
  /** What was shown of the files before. */
  shown: readonly Totals[];
}

/** Returns the tables, and what is to be known of them. */
export function describeTry(tried: Tried, { width, shown }: Screen): string {
  const { results, sent, isSettled } = tried;
  const { scores, baseline } = results.scores;
  const leftOut = sent.totals.flatMap((agent) => agent.leftOut);
  return [
    `${isoTime(tried.from).slice(0, DAY_LENGTH)} to ${isoTime(tried.to).slice(0, DAY_LENGTH)}`,
    "",
    isAsShown(results.usage, shown) ? costTable(results.usage, width) : usageTable(results.usage, width),
    ...sayUnpriced(results.usage),
    "",
    formatScores({ rows: scores, everyone: null }, width),
    ...(scores.length === 0 ? [] : ["", `In Speed and Efficiency ${sayFifty(baseline)}. ${LEGEND}`]),
    ...(isSettled ? [] : ["", "The server is still computing: the pages show more in a minute."]),
    ...leftOut.slice(0, LEFT_OUT_SHOWN).map(({ path, reason }) => `Left out: ${path}: ${reason}`),
    ...(leftOut.length > LEFT_OUT_SHOWN ? [`and ${leftOut.length - LEFT_OUT_SHOWN} more left out`] : []),
    ...sent.refused.map((reason) => `Refused: ${reason}`),
  ].join("\n");
}

const DAY_LENGTH = "2026-11-21".length;
const LEFT_OUT_SHOWN = 5;

const AGENT: Column = { title: "AGENT", align: "left" };
const COST: Column = { title: "COST", align: "right" };
const COLUMNS: readonly Column[] = [
  AGENT,
  { title: "SESSIONS", align: "right" },
  { title: "PROMPTS", align: "right" },
  { title: "TOKENS", align: "right" },
  COST,
];

/**
 * Whether the server has what the files hold and no more: a second table would only repeat that. Names may differ,
 * since the server does not know each agent by its own.
 */
function isAsShown(usage: readonly AgentUsage[], shown: readonly Totals[]): boolean {
  const figures = ({ sessions, prompts, tokens }: AgentUsage | Totals): string =>
    [sessions, prompts, tokens].join(" ");
  return Bun.deepEquals(usage.map(figures).toSorted(), shown.map(figures).toSorted());
}

function costTable(usage: readonly AgentUsage[], width: number | null): string {
  const rows = usage.map(({ agent, costUsd }) => [agentTitle(agent), costCell(costUsd)]);
  return formatTable([AGENT, COST], rows, width);
}

function usageTable(usage: readonly AgentUsage[], width: number | null): string {
  const rows = usage.map(({ agent, sessions, prompts, tokens, costUsd }) => [
    agentTitle(agent),
    ...[sessions, prompts, tokens].map((number) => number?.toLocaleString("en") ?? "-"),
    costCell(costUsd),
  ]);
  return formatTable(COLUMNS, rows, width);
}

function costCell(costUsd: number | null): string {
  return costUsd === null ? "-" : formatUsd(costUsd);
}

function sayUnpriced(usage: readonly AgentUsage[]): string[] {
  const calls = usage.reduce((sum, { unpricedCalls }) => sum + (unpricedCalls ?? 0), 0);
  return calls === 0 ? [] : [`${count(calls, "call")} have no known price; prices_file can name it.`];
}
