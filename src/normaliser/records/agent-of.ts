/** Which agent a record comes from: service names can be overridden, so the scope is asked too. */
import { TRANSCRIPT_SOURCE } from "../../ingest/prompts/captured.ts";
import { AGENT_DECLARATIONS, type Agent, declarationOf } from "../dialects/agents.ts";
import type { Attributes } from "./record.ts";
import { textOf } from "./unwrap.ts";

/**
 * Returns which agent calls its service so.
 *
 * @param name - A resource's `service.name`.
 * @param version - The same program's, which distinguishes a fork from the agent that it comes from.
 * @returns null when no known agent does
 */
export function agentOfService(name: string | null, version: string | null = null): Agent | null {
  if (name === null) return null;
  const isIt = (versions: RegExp | undefined) => versions === undefined || versions.test(version ?? "");
  const found = AGENT_DECLARATIONS.find(({ service, versions }) => service?.test(name) && isIt(versions));
  return found?.name ?? null;
}

/**
 * Returns the agent of a record that the Claude Code plugin sent; null when none of the known is found.
 *
 * The record may name the agent itself; else the folder of its transcripts shows it.
 */
export function agentOfCaptured(resource: Attributes): Agent | null {
  const name = textOf(resource["service.name"]);
  const folder = textOf(resource[TRANSCRIPT_SOURCE]);
  const found = AGENT_DECLARATIONS.find((agent) => agent.name === name || (agent.folder ?? "") === folder);
  return found?.name ?? agentOfService(name);
}

/** The agent that an instrumentation scope belongs to, null when it is none of the known. */
export function agentOfScope(name: string, version: string | null = null): Agent | null {
  return AGENT_DECLARATIONS.find(({ scope }) => scope?.test(name))?.name ?? agentOfService(name, version);
}

/** The agent's version, null when it does not say. */
export function versionOf(agent: Agent, resource: Attributes, scopeVersion: string): string | null {
  if (declarationOf(agent).hidesVersion === true) return null;
  return textOf(resource["service.version"]) ?? textOf(scopeVersion);
}
