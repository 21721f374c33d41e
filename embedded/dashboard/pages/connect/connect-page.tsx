/** The first run: pick an agent, copy its settings, watch the first record arrive. */
import { useParameter } from "../../address/range.ts";
import type { NewestRecord } from "../../api/newest-of.ts";
import { useNewestRecord } from "../../api/newest-record.ts";
import { Head } from "../../frame/head.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { agentName } from "../../words/agents.ts";
import { Arriving } from "./arriving.tsx";
import { ConnectHelp } from "./connect-help.tsx";
import { type AgentSettings, useAgents, WATCH_MS } from "./fetch-connect.ts";
import { SettingsStep } from "./settings-step.tsx";
import { Step } from "./step.tsx";

export function ConnectPage() {
  const agents = useAgents();
  const newest = useNewestRecord(WATCH_MS);
  const [asked, choose] = useParameter("agent");
  return (
    <>
      <Head title="Connect an agent" hasRange={false} />
      <Answer>{sayWhetherArrived(newest.data)}</Answer>
      <Loaded query={agents} what="The agents' settings" bones="lines">
        {(found) => {
          const chosen = found.find(({ agent }) => agent === asked) ?? found[0];
          return (
            <Row>
              <div className="cell c8 guide-cell">
                <ol className="guide">
                  <Step number={1} title="Pick your agent">
                    <AgentChoice agents={found} chosen={chosen?.agent ?? ""} choose={choose} />
                  </Step>
                  {chosen !== undefined && <SettingsStep key={chosen.agent} {...chosen} />}
                  <Step number={3} title="Start a session and ask for something" isNow>
                    <p className="second">
                      Agents read their settings when they start, so open a new session. One question is
                      enough.
                    </p>
                    <Arriving newest={newest.data} />
                  </Step>
                </ol>
              </div>
              <ConnectHelp agent={chosen?.agent ?? "codex"} />
            </Row>
          );
        }}
      </Loaded>
    </>
  );
}

/** @param newest - The newest record; null: none yet, undefined: not known. */
function sayWhetherArrived(newest: NewestRecord | null | undefined): string {
  if (newest === undefined) return "Connect an agent; its records show here within seconds.";
  return newest === null
    ? "Nothing has arrived yet. Connect one agent; its first record shows here within seconds."
    : "Records arrive. Connect another agent, or another developer, the same way.";
}

interface AgentChoiceProps {
  agents: readonly AgentSettings[];
  chosen: string;
  choose(agent: string): void;
}

function AgentChoice({ agents, chosen, choose }: AgentChoiceProps) {
  return (
    <div className="agents" role="group" aria-label="Agent">
      {agents.map(({ agent }) => (
        <button
          key={agent}
          type="button"
          className="agent"
          aria-pressed={agent === chosen}
          onClick={() => choose(agent)}
        >
          {agentName(agent)}
          {agent === chosen && <Icon name="check" />}
        </button>
      ))}
    </div>
  );
}
