/** Context windows that an agent keeps to although its model could read more. */
import { type Agent, declarationOf } from "../normaliser/dialects/agents.ts";
import type { Tokens } from "../vocabulary/units.ts";
import { comparableName, listedNamesFor } from "./model-name.ts";

/** The window that an agent uses of a model; null where it is not known to differ from the model's own. */
export function agentWindowOf(agent: Agent, model: string): Tokens | null {
  const names = listedNamesFor(model);
  const { windows = [] } = declarationOf(agent);
  return windows.find((window) => names.includes(comparableName(window.model)))?.tokens ?? null;
}
