/** Which agent a record comes from: service names can be overridden, so the scope is asked too. */
import { AGENT_DECLARATIONS, type Agent, declarationOf } from "../dialects/agents.ts";
import type { Attributes } from "./record.ts";
import { textOf } from "./unwrap.ts";

/** The agent that a resource's `service.name` stands for, null when it is none of the known. */
export function agentOfService(name: string | null): Agent | null {
  if (name === null) return null;
  return AGENT_DECLARATIONS.find(({ service }) => service?.test(name))?.name ?? null;
}

/** The agent that an instrumentation scope belongs to, null when it is none of the known. */
export function agentOfScope(name: string): Agent | null {
  return AGENT_DECLARATIONS.find(({ scope }) => scope?.test(name))?.name ?? agentOfService(name);
}

/** The agent's version, null when it does not tell. */
export function versionOf(agent: Agent, resource: Attributes, scopeVersion: string): string | null {
  if (declarationOf(agent).hidesVersion === true) return null;
  return textOf(resource["service.version"]) ?? textOf(scopeVersion);
}
