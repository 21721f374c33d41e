/** Lists who worked on which day, whose prompts have no text, and who went quiet. */
import type { Database } from "../../database/open.ts";
import { describeDeveloper, type DeveloperAnswer } from "../../identity/developers/answer.ts";
import { byNameThenId } from "../../identity/developers/list-developers.ts";
import { rowsToRead, type RowsToRead } from "../../identity/scope.ts";
import { readAgentCalls, readTurnDays, type TurnDay } from "../../turns/coverage/turn-days-table.ts";
import { countedTotal, cutPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import type {
  CallsInHour,
  PresencePage,
  PresenceQuery,
  PresenceState,
  PresenceSummary,
  PresenceWindow,
  PresentPerson,
} from "./presence-answer.ts";
import { quietSince } from "./quiet-since.ts";

/** Reads one page of people by name; those without work are in it as well. */
export async function listPresence(database: Database, query: PresenceQuery): Promise<PresencePage> {
  const { scope, state, after, limit } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { people: [], summary: summaryOf([]), total: 0, next: null };
  const everybody = describePeople(
    readable,
    await readTurnDays(database, filterOf(query, readable)),
    Math.min(query.to, query.now),
  );
  const people = everybody.filter((person) => state === null || stateOf(person) === state);
  const left = people.filter(({ developer }) => after === null || byNameThenId(after, developer) < 0);
  const { rows, next } = cutPage(left, limit, ({ developer: { name, id } }) => ({ name, id }));
  return { people: rows, summary: summaryOf(everybody), total: countedTotal(people.length), next };
}

/** Reads how many model calls each agent made, hour by hour. */
export async function listPresenceCalls(database: Database, query: PresenceWindow): Promise<CallsInHour[]> {
  const readable = await rowsToRead(database, query.scope, query.developer);
  if (readable === null) return [];
  const calls = await readAgentCalls(database, filterOf(query, readable));
  return calls.map(({ hour, ...row }) => ({ hour: isoTime(hour), ...row }));
}

function filterOf({ scope, from, to }: PresenceWindow, { developerIds }: RowsToRead) {
  return { organization: scope.organizationId, developers: developerIds, from, to };
}

/** Returns by name. */
function describePeople(readable: RowsToRead, days: readonly TurnDay[], now: Instant): PresentPerson[] {
  const { developers, developerIds } = readable;
  const byPerson = Map.groupBy(days, ({ developer }) => developers.get(developer)?.id ?? developer);
  return [...developers]
    .filter(
      ([id, { id: survivor }]) => id === survivor && (developerIds === null || developerIds.includes(id)),
    )
    .map(([, developer]) => describeDeveloper(developer))
    .toSorted(byNameThenId)
    .map((developer) => presentPerson(developer, byPerson.get(developer.id) ?? [], now));
}

function presentPerson(developer: DeveloperAnswer, rows: readonly TurnDay[], now: Instant): PresentPerson {
  const byDay = [...Map.groupBy(rows, ({ day }) => day)].toSorted(([left], [right]) => left - right);
  const last = byDay.at(-1);
  const since = last === undefined ? null : quietSince(last[0], now);
  return {
    developer,
    days: byDay.map(([day, ofDay]) => ({
      day: dayText(day),
      turns: ofDay.reduce((sum, { turns }) => sum + turns, 0),
      promptText: ofDay.some(({ facts }) => facts.includes("promptText")),
    })),
    quietSince: since === null ? null : dayText(since),
  };
}

/** Returns "2026-11-20". */
function dayText(day: number): string {
  return isoTime(day * DAY).slice(0, "2026-11-20".length);
}

function stateOf({ days, quietSince: since }: PresentPerson): PresenceState | null {
  if (days.length === 0) return "absent";
  return since === null ? null : "quiet";
}

function summaryOf(people: readonly PresentPerson[]): PresenceSummary {
  const count = (counts: (person: PresentPerson) => boolean): number => people.filter(counts).length;
  return {
    people: people.length,
    quiet: count((person) => stateOf(person) === "quiet"),
    absent: count((person) => stateOf(person) === "absent"),
    withoutText: count(({ days }) => days.length > 0 && days.every(({ promptText }) => !promptText)),
  };
}
