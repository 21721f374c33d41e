/** The second step: the agent's settings, with a key that was just made or with a place for one. */
import { useState } from "react";
import { useCaller } from "../../frame/session-context.ts";
import { CodeBlock, Command } from "../../parts/command.tsx";
import { connectLine, withKey } from "./connect-data.ts";
import type { AgentSettings } from "./fetch-connect.ts";
import { KeyMaker, type MadeKey } from "./key-maker.tsx";
import { Step } from "./step.tsx";
import { TeamKeys } from "./team/team-keys.tsx";

export function SettingsStep({ agent, blocks, sends }: AgentSettings) {
  const { role, developer } = useCaller();
  const [made, setMade] = useState<MadeKey | null>(null);
  const who = developer?.email ?? "ada@example.com";
  return (
    <Step number={2} title="Give it the address and a key">
      {role === "admin" && (
        <>
          <p className="second">
            On the machine of the server, this creates a key for one developer and prints the settings with
            it; with <span className="mono">--write</span> it puts them into the agent&rsquo;s own files:
          </p>
          <Command>{`scoring connect ${agent} --developer ${who}`}</Command>
        </>
      )}
      <p className="second">
        On a developer&rsquo;s own machine with Node 20 or newer, this asks for the key, shows what it
        changes, and writes; <span className="mono">--remove</span> undoes it:
      </p>
      <Command>{connectLine(agent, location.origin)}</Command>
      {role === "admin" && <KeyMaker agent={agent} made={made} tell={setMade} />}
      {role === "admin" && <TeamKeys />}
      {made === null && (
        <p className="second">
          Or copy the settings here, and replace this by the developer&rsquo;s key:{" "}
          <span className="mono">&lt;API_KEY&gt;</span>:
        </p>
      )}
      {blocks.map(({ place, text }) => (
        <CodeBlock key={place} place={place} text={withKey(text, made?.key ?? null)} />
      ))}
      <p className="note">{sends}</p>
    </Step>
  );
}
