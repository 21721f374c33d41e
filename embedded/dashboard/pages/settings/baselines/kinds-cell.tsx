/** What a turn of each kind usually takes, with the tokens of all agents or of one, and what holds for all kinds. */
import { Facts } from "../../../parts/facts.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { agentName } from "../../../words/agents.ts";
import { formatCount, formatDuration } from "../../../words/numbers.ts";
import { sayPrevious, type UsualKind, type UsualRow, usualFacts, usualRows } from "./baselines-data.ts";
import type { Baselines } from "./fetch-baselines.ts";

/** What turns of each kind do, and when they are of it. */
export const USUAL_TITLES: Readonly<Record<UsualKind, string>> = {
  new: "Opens something new",
  on: "Goes on with something",
  change: "Changes something, text unknown",
  other: "Changes nothing",
};

export interface KindsCellProps {
  baselines: Baselines;
  /** null: all agents. */
  agent: string | null;
  choose(agent: string | null): void;
}

export function KindsCell({ baselines, agent, choose }: KindsCellProps) {
  const agents = baselines.tokensByAgent.map((tokens) => tokens.agent);
  const previous = sayPrevious(baselines);
  return (
    <Cell
      span={8}
      title="What a turn usually takes"
      right={<AgentPicker agents={agents} chosen={agent ?? ""} choose={choose} />}
    >
      <Table
        label="Baselines by what a turn does"
        rows={usualRows(baselines, agent)}
        keyOf={({ kind }) => kind}
        columns={columnsFor(baselines)}
      />
      <p className="note pad-top">
        This is what a turn earns, whatever it took; the scores compare the two. A turn that changes nothing,
        such as a question, earns the time that it took. Tokens are weighed by what they cost: written ones
        count five times, those from the cache a tenth.{previous !== null && ` ${previous}`}
      </p>
      <h3 className="sub-head">For turns of every kind</h3>
      <Facts facts={usualFacts(baselines)} />
    </Cell>
  );
}

/** What they were before has columns only where there was something before, and room. */
function columnsFor({ previous }: Baselines): readonly Column<UsualRow>[] {
  const all: Column<UsualRow>[] = [
    { title: "A turn that…", cell: ({ kind }) => USUAL_TITLES[kind] },
    { title: "Tokens", align: "right", cell: ({ tokens }) => formatCount(tokens) },
    {
      title: "Tokens before",
      align: "right",
      hidesBelow: 720,
      cell: ({ before }) => before && <span className="quiet">{formatCount(before.tokens)}</span>,
    },
    {
      title: "Human time",
      align: "right",
      cell: ({ humanSeconds }) => <HumanTime seconds={humanSeconds} />,
    },
    {
      title: "Time before",
      align: "right",
      hidesBelow: 720,
      cell: ({ before }) =>
        before && (
          <span className="quiet">
            <HumanTime seconds={before.humanSeconds} />
          </span>
        ),
    },
  ];
  return previous === null ? all.filter(({ hidesBelow }) => hidesBelow === undefined) : all;
}

function HumanTime({ seconds }: { seconds: number | null }) {
  return seconds === null ? <span className="quiet">as it is</span> : formatDuration(seconds * 1_000);
}

interface AgentPickerProps {
  agents: readonly string[];
  /** "" for all. */
  chosen: string;
  choose(agent: string | null): void;
}

function AgentPicker({ agents, chosen, choose }: AgentPickerProps) {
  return (
    <select
      className="select"
      aria-label="Tokens of which agent"
      value={chosen}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">All agents</option>
      {agents.map((agent) => (
        <option key={agent} value={agent}>
          {agentName(agent)}
        </option>
      ))}
    </select>
  );
}
