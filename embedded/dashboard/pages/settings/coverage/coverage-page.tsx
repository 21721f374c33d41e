/** What each agent's telemetry contains, and so which scores are possible. */
import { Link } from "wouter";
import { useParameter, useRange, withRange } from "../../../address/range.ts";
import { Empty } from "../../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Go } from "../../../parts/links.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { OnceArrived } from "../../../parts/once-arrived.tsx";
import { Table } from "../../../parts/table.tsx";
import { agentName } from "../../../words/agents.ts";
import { formatCount, formatShare, NO_VALUE } from "../../../words/numbers.ts";
import { ForAdministrators } from "../for-administrators.tsx";
import { SettingsHead } from "../settings-head.tsx";
import { AgreementCell } from "./agreement-cell.tsx";
import { factsOf, nameOf, sayCoverage } from "./coverage-data.ts";
import { type AgentCoverage, type Coverage, useCoverage } from "./fetch-coverage.ts";
import { ModelsCell } from "./models-cell.tsx";

export function CoveragePage() {
  return (
    <ForAdministrators title="Coverage">
      <AgentsAndModels />
    </ForAdministrators>
  );
}

function AgentsAndModels() {
  const days = useRange();
  const coverage = useCoverage(days);
  return (
    <>
      <SettingsHead title="Coverage" asOf={coverage.dataUpdatedAt} hasRange />
      <Loaded
        query={coverage}
        what="The coverage"
        bones="lines"
        empty={({ agents }) => (agents.length === 0 ? <NoSessions days={days} /> : null)}
      >
        {(found) => (
          <>
            <Answer note="Scores are computed from what agents send. What no agent sends is left out, never guessed.">
              {sayCoverage(found.agents, days)}
            </Answer>
            <Agents agents={found.agents} />
            <Row>
              <ModelsCell {...found} />
            </Row>
            <Row>
              <AgreementCell {...found} />
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

function Agents({ agents }: Pick<Coverage, "agents">) {
  const range = useRange();
  const [asked] = useParameter("agent");
  const chosen = agents.find((agent) => nameOf(agent) === asked || agent.agent === asked) ?? agents[0];
  const addressOf = (agent: AgentCoverage): string =>
    withRange(`/settings/coverage?agent=${encodeURIComponent(nameOf(agent))}`, range);
  return (
    <Row>
      <Cell span={5} title="Agents">
        <Table
          label="Agents"
          rows={agents}
          keyOf={nameOf}
          isChosen={(agent) => agent === chosen}
          columns={[
            {
              title: "Agent",
              grows: true,
              cell: (agent) => (
                <Link className="to" href={addressOf(agent)}>
                  {agentName(agent.agent)}
                </Link>
              ),
            },
            {
              title: "Version",
              align: "right",
              cell: ({ version }) => version ?? <span className="quiet">not sent</span>,
            },
            { title: "Sessions", align: "right", cell: ({ sessions }) => formatCount(sessions) },
          ]}
        />
      </Cell>
      {chosen !== undefined && <FactsCell agent={chosen} />}
    </Row>
  );
}

function FactsCell({ agent }: { agent: AgentCoverage }) {
  return (
    <Cell
      span={7}
      title={`What ${agentName(agent.agent)} sends`}
      more={`share of ${formatCount(agent.sessions)} sessions`}
    >
      <Table
        label="Facts"
        rows={factsOf(agent)}
        keyOf={({ fact }) => fact}
        columns={[
          { title: "Fact", cell: ({ title }) => title },
          { title: "Not sent", cell: ({ note }) => note ?? <span className="quiet">{NO_VALUE}</span> },
          {
            title: "Sessions",
            unit: "%",
            align: "right",
            cell: ({ share }) => formatShare(share).replace(" %", ""),
          },
        ]}
      />
    </Cell>
  );
}

function NoSessions({ days }: { days: number }) {
  return (
    <Cell span={12}>
      <OnceArrived>
        <Empty title={`No sessions in these ${days} days`} action={<Go href="/connect">Connect an agent</Go>}>
          Choose a longer time range, or connect an agent.
        </Empty>
      </OnceArrived>
    </Cell>
  );
}
