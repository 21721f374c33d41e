/** The first run: pick an agent, copy its settings, watch the first record arrive. */
import type { ReactNode } from "react";
import { useParameter } from "../../address/range.ts";
import { useNewestRecord } from "../../api/newest-record.ts";
import { Head } from "../../frame/head.tsx";
import { useCaller } from "../../frame/session-context.ts";
import { CodeBlock, Command } from "../../parts/command.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { agentName } from "../../words/agents.ts";
import { Arriving } from "./arriving.tsx";
import { ConnectHelp } from "./connect-help.tsx";
import { useAgents, WATCH_MS } from "./fetch-connect.ts";

export function ConnectPage() {
  const agents = useAgents();
  const newest = useNewestRecord(WATCH_MS);
  const [asked, choose] = useParameter("agent");
  return (
    <>
      <Head title="Connect an agent" hasRange={false} />
      <Answer>
        {newest.data === null
          ? "Nothing has arrived yet. Connect one agent; its first record shows here within seconds."
          : "Records arrive. Connect another agent, or another developer, the same way."}
      </Answer>
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
                  {chosen !== undefined && <Settings {...chosen} />}
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

type AgentSettings = NonNullable<ReturnType<typeof useAgents>["data"]>[number];

function Step(props: { number: number; title: string; isNow?: true; children: ReactNode }) {
  const { number, title, isNow, children } = props;
  return (
    <li className={isNow === true ? "now" : undefined}>
      <div className="guide-number" aria-hidden="true">
        {number}
      </div>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
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

function Settings({ agent, blocks, sends }: AgentSettings) {
  const { developer } = useCaller();
  const who = developer?.email ?? "ada@example.com";
  return (
    <Step number={2} title="Give it the address and a key">
      <p className="second">
        On the machine of the server, this makes a key for one developer and prints the settings with it:
      </p>
      <Command>{`scoring connect ${agent} --developer ${who}`}</Command>
      <p className="second">
        Or copy them here, and put the developer&rsquo;s own key in place of{" "}
        <span className="mono">&lt;API_KEY&gt;</span>:
      </p>
      {blocks.map(({ place, text }) => (
        <CodeBlock key={place} place={place} text={text} />
      ))}
      <p className="note">{sends}</p>
    </Step>
  );
}
