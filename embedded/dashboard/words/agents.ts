/** The agents by the names that people use. */
import type { Agent } from "../../../src/normaliser/dialects/agents.ts";
import { knownNames } from "./names.ts";

/** An agent, as the API names it. */
export type AgentName = Agent;

/** The agents in the order in which lists show them. */
export function agentNames(): AgentName[] {
  return Object.keys(knownNames().agents) as AgentName[];
}

/** @returns the text itself for an agent that is not known */
export function agentName(agent: string): string {
  return new Map(Object.entries(knownNames().agents)).get(agent) ?? agent;
}
