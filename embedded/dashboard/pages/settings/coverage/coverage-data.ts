/** Which facts the agents' telemetry contains. */
import { formatShare, formatThings } from "../../../words/numbers.ts";
import type { AgentCoverage } from "../../../../../src/turns/coverage/coverage-answer.ts";

export function sayCoverage(agents: readonly AgentCoverage[], days: number): string {
  const sessions = agents.reduce((sum, agent) => sum + agent.sessions, 0);
  const withText = agents.reduce((sum, { sessions: count, facts }) => sum + count * facts.promptText, 0);
  const senders = new Set(agents.map(({ agent }) => agent)).size;
  return (
    `${formatThings(senders, "agent")} sent ${formatThings(sessions, "session")} in ${days} days; ` +
    `${formatShare(withText / sessions)} of them contain the text of prompts.`
  );
}

/** The address's name for one line: an agent and its version. */
export function nameOf({ agent, version }: AgentCoverage): string {
  return version === null ? agent : `${agent} ${version}`;
}

const FACTS = {
  prompts: "Prompts",
  promptText: "Text of prompts",
  tokens: "Tokens",
  cost: "Cost, as the agent reports it",
  latency: "Time of model calls",
  firstToken: "Time to the first token",
  decisions: "Tool calls accepted or rejected",
  edits: "Edits of files",
  commits: "Commits",
  compaction: "Compaction of the context",
  imported: "Turns imported from the agent's files",
} as const;

type Fact = keyof typeof FACTS;

const UNTOLD: Readonly<Record<AgentCoverage["untold"][number]["fact"], { fact: Fact; says: string }>> = {
  cost: { fact: "cost", says: "not sent" },
  firstToken: { fact: "firstToken", says: "not sent" },
  accepts: { fact: "decisions", says: "acceptances are not sent" },
  rejections: { fact: "decisions", says: "rejections are not sent" },
  compaction: { fact: "compaction", says: "not sent" },
};

/** One fact of an agent. */
export interface FactRow {
  fact: Fact;
  title: string;
  share: number;
  /** What the agent does not send, and what would change that; null when it sends everything. */
  note: string | null;
}

export function factsOf({ facts, untold }: AgentCoverage): FactRow[] {
  return (Object.keys(FACTS) as Fact[]).map((fact) => {
    const notes = untold
      .filter((gap) => UNTOLD[gap.fact].fact === fact)
      .map(({ fact: gap, without }) =>
        without === null ? UNTOLD[gap].says : `${UNTOLD[gap].says}; sending ${without} would`,
      );
    return {
      fact,
      title: FACTS[fact],
      share: facts[fact],
      note: notes.length === 0 ? null : notes.join("; "),
    };
  });
}

/** How often people agree with the outcomes that were measured. */
export interface OutcomeAgreement {
  subSessions: number;
  said: number;
  confirmed: number;
  disagreed: number;
  unmeasured: number;
}

/** Returns "People said how 5 of 40 tasks ended. They confirmed 3 of 4 measured outcomes." */
export function sayAgreement({ subSessions, said, confirmed, unmeasured }: OutcomeAgreement): string {
  if (said === 0) return "Nobody has said how a task ended. On a session's page its developer can.";
  const counted = `People said how ${said} of ${formatThings(subSessions, "task")} ended.`;
  const measured = said - unmeasured;
  const agreed =
    measured === 0 ? "" : ` They confirmed ${confirmed} of ${formatThings(measured, "measured outcome")}.`;
  const more = unmeasured === 0 ? "" : ` ${formatThings(unmeasured, "outcome")} could not be measured.`;
  return counted + agreed + more;
}
