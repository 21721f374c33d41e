/** Lists which facts the sessions of each agent and version show. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { declarationOf } from "../../normaliser/dialects/agents.ts";
import { listedNames } from "../../vocabulary/listed-names.ts";
import type { AgentCoverage, CoverageQuery } from "./coverage-answer.ts";
import { type FactsTold, readCoverage } from "./coverage-table.ts";
import { type Fact, FACTS } from "./facts-seen.ts";

/** Reads the coverage of each agent and version, by name. */
export async function listCoverage(database: Database, query: CoverageQuery): Promise<AgentCoverage[]> {
  const { scope, from, to } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return [];
  const { developerIds: developers, labels } = readable;
  const filter = { organization: scope.organizationId, developers, labels, from, to };
  const facts = listed(await readCoverage(database, filter));
  const byAgent = Map.groupBy(facts, ({ agent, version }) => `${agent} ${version ?? ""}`);
  return [...byAgent]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([, sameVersion]) => agentCoverage(sameVersion));
}

/** Too many versions are counted as one. */
function listed(facts: readonly FactsTold[]): FactsTold[] {
  const nameOf = listedNames(facts.map(({ version, sessions }) => [version, sessions]));
  return facts.map((telling) => ({ ...telling, version: nameOf(telling.version) }));
}

function agentCoverage(facts: readonly FactsTold[]): AgentCoverage {
  const first = facts[0];
  if (first === undefined) throw new Error("BUG: an agent without sessions");
  const sessions = countSessions(facts);
  const shares = FACTS.map((fact) => [
    fact,
    countSessions(facts.filter((telling) => telling.facts.includes(fact))) / sessions,
  ]);
  return {
    agent: first.agent,
    version: first.version,
    sessions,
    facts: Object.fromEntries(shares) as Record<Fact, number>,
    untold: [...declarationOf(first.agent).untold],
  };
}

function countSessions(facts: readonly FactsTold[]): number {
  return facts.reduce((total, telling) => total + telling.sessions, 0);
}
