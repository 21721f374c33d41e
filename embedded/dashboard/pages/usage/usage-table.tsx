/** The rows of usage, each with the way to its sessions. */
import type { UsageAnswer } from "../../../../src/insights/usage/usage-answer.ts";
import { useSeesSessions } from "../../api/team.ts";
import { To } from "../../parts/links.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatDuration, formatShare, formatTokens, NO_VALUE } from "../../words/numbers.ts";
import {
  type Cut,
  isOfTools,
  nameOfCut,
  nameOfRow,
  personOf,
  sayMissing,
  sessionsOf,
  shareOf,
  tokensOf,
} from "./usage-data.ts";
import type { ShownUsage } from "./usage-page.tsx";

type UsageRow = UsageAnswer["rows"][number];

export function UsageTable({ usage, by, whose }: ShownUsage) {
  const seesSessions = useSeesSessions(whose);
  if (usage.rows.length === 0)
    return (
      <p className="note">No call of {by === "mcp_server" ? "an MCP server" : "this kind"} in this time.</p>
    );
  return (
    <Table
      label="Usage"
      rows={usage.rows}
      keyOf={({ name }) => name ?? ""}
      columns={[
        nameColumn(by, (row) => (seesSessions ? sessionsOf(row, by, whose) : personOf(row, by))),
        ...(isOfTools(by) ? OF_TOOLS : by === "model" ? OF_MODELS : OF_WORK),
      ]}
    />
  );
}

function nameColumn(by: Cut, addressOf: (row: UsageRow) => string | null): Column<UsageRow> {
  return {
    title: nameOfCut(by),
    grows: true,
    cell: (row) => {
      const address = addressOf(row);
      const name = nameOfRow(row, by);
      if (address === null) return <span className="quiet">{name}</span>;
      return (
        <To href={address}>
          <span className={by === "developer" || by === "agent" ? undefined : "mono"}>{name}</span>
        </To>
      );
    },
  };
}

/** A number, or a dash that says why there is none. */
function orReason(
  { sums }: UsageRow,
  name: string,
  [value, format]: readonly [number | null, (value: number) => string],
) {
  return value === null ? <span title={sayMissing(sums, name)}>{NO_VALUE}</span> : format(value);
}

function number(
  title: string,
  valueOf: (sums: UsageRow["sums"]) => number | null,
  {
    name,
    format = formatCount,
    ...more
  }: { name: string; format?: (value: number) => string } & Pick<Column<UsageRow>, "hidesBelow" | "unit">,
): Column<UsageRow> {
  const cell = (row: UsageRow) => orReason(row, name, [valueOf(row.sums), format]);
  return { title, align: "right", ...more, cell };
}

const COST = number("Cost", ({ costUsd }) => costUsd, {
  name: "costUsd",
  unit: "USD",
  format: (usd) => usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
});
const TOKENS = number("Tokens", tokensOf, { name: "tokens.input", format: formatTokens, hidesBelow: 720 });
const CACHE = number("From cache", ({ cacheShare }) => cacheShare, {
  name: "cacheShare",
  format: formatShare,
  hidesBelow: 1280,
});
const PEOPLE = number("People", ({ people }) => people, { name: "people", hidesBelow: 720 });
const TASKS = number("Tasks", ({ subSessions }) => subSessions, { name: "subSessions" });
const REACHED: Column<UsageRow> = {
  title: "Reached",
  align: "right",
  hidesBelow: 720,
  cell: ({ sums }) => {
    const reached = shareOf(sums.goals.reached, sums.goals.counted);
    if (reached === null) return <span title="no task is over yet">{NO_VALUE}</span>;
    const [low, high] = [reached.low, reached.high].map((share) => Math.round(share * 100));
    return (
      <>
        {formatShare(reached.share)} <span className="unit">{`${low}–${high}`}</span>
      </>
    );
  },
};

const OF_WORK: readonly Column<UsageRow>[] = [
  COST,
  TOKENS,
  CACHE,
  TASKS,
  REACHED,
  number("Turns", ({ turns }) => turns, { name: "turns", hidesBelow: 1280 }),
  number("Agent time", ({ agentMs }) => agentMs, {
    name: "agentMs",
    format: formatDuration,
    hidesBelow: 1280,
  }),
  number("Lines", ({ lines }) => lines.added, { name: "lines.added", hidesBelow: 1280 }),
  number("Commits", ({ commits }) => commits, { name: "commits", hidesBelow: 1280 }),
];

const OF_MODELS: readonly Column<UsageRow>[] = [
  COST,
  number("Calls", ({ modelCalls }) => modelCalls, { name: "modelCalls" }),
  TOKENS,
  CACHE,
  number("Reasoning", ({ tokens }) => tokens.reasoning, {
    name: "tokens.reasoning",
    format: formatTokens,
    hidesBelow: 1280,
  }),
  PEOPLE,
  TASKS,
  REACHED,
];

const OF_TOOLS: readonly Column<UsageRow>[] = [
  number("Calls", ({ toolCalls }) => toolCalls, { name: "toolCalls" }),
  number("Failed", ({ failedToolCalls }) => failedToolCalls, { name: "failedToolCalls" }),
  number("Time", ({ toolMs }) => toolMs, { name: "toolMs", format: formatDuration, hidesBelow: 720 }),
  PEOPLE,
  TASKS,
  REACHED,
];
