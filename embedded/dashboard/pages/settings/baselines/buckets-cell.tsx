/** The baselines for work of each size, of all agents or of one. */
import { useParameter } from "../../../address/range.ts";
import { Cell } from "../../../parts/layout.tsx";
import { Table } from "../../../parts/table.tsx";
import { agentName } from "../../../words/agents.ts";
import { formatDuration, formatTokens } from "../../../words/numbers.ts";
import { saySize } from "./baselines-data.ts";
import type { Baselines } from "./fetch-baselines.ts";

export function BucketsCell({ baselines }: { baselines: Baselines }) {
  const [asked, choose] = useParameter("agent");
  const ofAgents = Object.entries(baselines.tokensByAgent);
  const chosen = ofAgents.find(([agent]) => agent === asked);
  const tokensOf = (bucket: number, usual: number): number =>
    chosen?.[1].find((row) => row.bucket === bucket)?.tokens ?? usual;
  return (
    <Cell
      span={8}
      title="By the size of the work"
      right={
        <AgentPicker agents={ofAgents.map(([agent]) => agent)} chosen={chosen?.[0] ?? ""} choose={choose} />
      }
    >
      <Table
        label="Baselines by size"
        rows={baselines.buckets}
        keyOf={({ bucket }) => String(bucket)}
        columns={[
          {
            title: "Size",
            cell: ({ bucket }) => (
              <span className="nowrap">{saySize(bucket, bucket === baselines.buckets.length - 1)}</span>
            ),
          },
          {
            title: "Tokens",
            align: "right",
            cell: ({ bucket, tokens }) => formatTokens(tokensOf(bucket, tokens)),
          },
          { title: "Turns", align: "right", cell: ({ turns }) => turns.toFixed(1) },
          {
            title: "Human time",
            align: "right",
            cell: ({ humanSeconds }) => formatDuration(humanSeconds * 1_000),
          },
        ]}
      />
      <p className="note pad-top">
        Size is 1 and the files touched, a twentieth of the changed lines, and a fifth of the tool calls. What
        agents read from the cache counts less than other tokens.
      </p>
    </Cell>
  );
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
