/** Which agents' histories are on this machine, by the names and dates of their files: none of them is read. */
import type { HistorySource, Home } from "../../history/record.ts";
import { HISTORY_SOURCES } from "../../history/sources.ts";
import { AGENT_TITLES } from "../../normaliser/dialects/agents.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { count } from "../text/count.ts";

/** The history of one agent. */
export interface FoundHistory {
  source: HistorySource;
  /** Null where they are all in one file, which is not opened. */
  sessions: number | null;
  /** Those of its files that changed since the time asked for. */
  recent: number;
  /** When the first one was last changed. */
  first: Instant;
}

/** Returns the agents that have sessions here. */
export function findHistories(home: Home, since: Instant): FoundHistory[] {
  return HISTORY_SOURCES.flatMap((source) => {
    const times = (source.spot ?? source.find)(home).map(({ changedAt }) => changedAt);
    if (times.length === 0) return [];
    const recent = times.filter((time) => time >= since).length;
    const first = times.reduce((earliest, time) => Math.min(earliest, time), Infinity);
    return [{ source, sessions: source.spot === undefined ? times.length : null, recent, first }];
  });
}

/** Returns such as "212 sessions of Codex and Gemini CLI since March 2026". */
export function sayFound(found: readonly FoundHistory[]): string {
  const first = Math.min(...found.map((agent) => agent.first));
  const counted = found.filter(({ sessions }) => sessions !== null);
  const sessions = counted.reduce((sum, agent) => sum + (agent.sessions ?? 0), 0);
  const databases = found
    .filter((agent) => agent.sessions === null)
    .map(({ source }) => agentTitle(source.agent));
  const things = [
    ...(counted.length === 0 ? [] : [`${count(sessions, "session")} of ${namesOf(counted)}`]),
    ...databases.map((name) => `the database of ${name}`),
  ];
  return `${LIST.format(things)} since ${MONTH.format(first)}`;
}

function namesOf(found: readonly FoundHistory[]): string {
  return LIST.format(found.map(({ source }) => agentTitle(source.agent)));
}

const LIST = new Intl.ListFormat("en");
const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(AGENT_TITLES));

/** Returns what people call an agent; the name itself where no title is known. */
export function agentTitle(agent: string): string {
  return TITLES.get(agent) ?? agent;
}
