/** Columns that tables of sessions and tables of tasks share. */
import type { Agent } from "../../../../src/normaliser/dialects/agents.ts";
import { agentName } from "../../words/agents.ts";
import { formatMoment } from "../../words/times.ts";
import type { Column } from "../../parts/table.tsx";

export const AGENT: Column<{ agent: Agent }> = {
  title: "Agent",
  hidesBelow: 1280,
  cell: ({ agent }) => <span className="nowrap">{agentName(agent)}</span>,
};

export const STARTED: Column<{ startedAt: string }> = {
  title: "Started",
  hidesBelow: 720,
  cell: ({ startedAt }) => <span className="nowrap">{formatMoment(startedAt)}</span>,
};
