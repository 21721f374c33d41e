/** Next to the guide: what to do when nothing arrives, and what happens to what does. */
import { useCaller } from "../../frame/session-context.ts";
import { Callout } from "../../parts/callout.tsx";
import { To } from "../../parts/links.tsx";
import { Command } from "../../parts/command.tsx";
import { formatThings } from "../../words/numbers.ts";
import { formatMoment } from "../../words/times.ts";
import { importLine, tryLine } from "./connect-data.ts";
import { useRefused } from "./fetch-connect.ts";
import { TestRecord } from "./test-record.tsx";

export function ConnectHelp({ agent }: { agent: string }) {
  const { role } = useCaller();
  return (
    <aside className="cell c4 help" aria-label="Help">
      <Refused />
      <EarlierSessions />
      {role === "admin" && <TestRecord />}
      {role === "admin" && <Doctor agent={agent} />}
      <div className="aside-part">
        <h2>What is recorded</h2>
        <p className="second">
          What the agent sends: prompts, model calls, tools, edits, tokens, cost and times. Known secrets are
          taken out before a record is stored. The setting <span className="mono">capture_mode</span> leaves
          all text out.
        </p>
      </div>
      <div className="aside-part">
        <h2>What leaves the server</h2>
        <p className="second">
          Nothing, unless you set up a judge model or Slack; <span className="mono">--offline</span> forbids
          both.
        </p>
      </div>
      {role === "admin" && <WholeTeam />}
    </aside>
  );
}

function EarlierSessions() {
  return (
    <div className="aside-part">
      <h2>Scores from earlier sessions</h2>
      <p className="second">
        Agents keep their sessions on the developer&rsquo;s machine. This asks once, then sends the last 90
        days without secrets:
      </p>
      <Command>{tryLine(location.origin)}</Command>
      <p className="second">With only Node or Bun there, from the script of step 2:</p>
      <Command>{importLine(location.origin)}</Command>
    </div>
  );
}

function Doctor({ agent }: { agent: string }) {
  return (
    <div className="aside-part">
      <h2>Nothing after a minute?</h2>
      <p className="second">This sends a record the way an agent does, and says which step fails:</p>
      <Command>{`scoring doctor --agent ${agent}`}</Command>
    </div>
  );
}

function WholeTeam() {
  return (
    <div className="aside-part">
      <h2>For the whole team</h2>
      <p className="second">
        Give each developer a personal key. What is sent with it counts as their work. Developers see their
        own scores; administrators see everyone&rsquo;s. People sign in as themselves with{" "}
        <To href="/settings/accounts">accounts</To>.
      </p>
      <Command>scoring keys create --developer ada@example.com</Command>
    </div>
  );
}

/** Telemetry that came and was refused is the likeliest reason for silence. */
function Refused() {
  const { role } = useCaller();
  const refused = useRefused(role === "admin").data ?? [];
  return refused.slice(0, 3).map(({ sender, fault, requests, lastAt, remedy }) => (
    <div key={`${sender} ${fault}`} className="aside-part">
      <Callout
        tone="warn"
        title={`${formatThings(requests, "request")} refused, last ${formatMoment(lastAt)}`}
      >
        {remedy}
      </Callout>
    </div>
  ));
}
