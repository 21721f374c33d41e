/** Context windows that an agent keeps to although its model could read more. */
import type { Agent } from "../vocabulary/agent.ts";
import type { Tokens } from "../vocabulary/units.ts";
import { comparableName, listedNamesFor } from "./model-name.ts";

/** Source: for each, what the agent itself writes in its session's record of a captured session. */
const AGENT_WINDOWS: readonly { agent: Agent; model: string; tokens: Tokens; source: string }[] = [
  {
    agent: "codex",
    model: "gpt-5.4",
    tokens: 258_400,
    source: "Codex 0.169.0, model_context_window of its session record, 2026-11-21",
  },
];

/** The window that an agent uses of a model; null where it is not known to differ from the model's own. */
export function agentWindowOf(agent: Agent, model: string): Tokens | null {
  const names = listedNamesFor(model);
  const known = AGENT_WINDOWS.find(
    (entry) => entry.agent === agent && names.includes(comparableName(entry.model)),
  );
  return known?.tokens ?? null;
}
