/** Chooses the agent whose sessions are listed; it is in the address. */
import { useParameter } from "../../address/range.ts";
import { agentName, agentNames, type AgentName } from "../../words/agents.ts";

/** Returns null for all agents, and for one that is not known. */
export function agentIn(parameter: string | null): AgentName | null {
  return agentNames().find((name) => name === parameter) ?? null;
}

export function AgentPicker() {
  const [asked, choose] = useParameter("agent");
  return (
    <select
      className="select"
      aria-label="Agent"
      value={agentIn(asked) ?? ""}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">Every agent</option>
      {agentNames().map((name) => (
        <option key={name} value={name}>
          {agentName(name)}
        </option>
      ))}
    </select>
  );
}
