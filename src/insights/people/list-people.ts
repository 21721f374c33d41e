/** Answers who the developers of an organization are, and by what they are known. */
import type { Database } from "../../database/open.ts";
import { describeDeveloper, type DeveloperAnswer } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { findDeveloper, readDevelopers } from "../../identity/developers/directory.ts";
import { selectAliases } from "../../identity/developers/table.ts";
import { holdsText, sortedPage, type SortedPosition } from "../../vocabulary/lists/sorted-page.ts";
import type { PeoplePage, PeopleQuery, PersonRow } from "./people-answer.ts";
import { countSessionsOf } from "./people-table.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** Reads one page of developers; those who were merged into somebody are in them. */
export async function listPeople(database: Database, query: PeopleQuery): Promise<PeoplePage> {
  const { organizationId, searched, sort, order, limit, after } = query;
  const leadsTo = await readDevelopers(database, organizationId);
  const named = await findPeople(database, query, leadsTo);
  const describe = (people: readonly DeveloperAnswer[]) =>
    describePeople(database, people, { organizationId, leadsTo });
  const page = { order, limit, after };
  if (sort === "name" && searched === null) {
    // only those of the page are described: counting everybody's sessions takes long
    const positionOf = ({ name, id }: DeveloperAnswer): SortedPosition => ({ by: name, id });
    const { rows, total, next } = sortedPage(named, { ...page, positionOf });
    return { developers: await describe(rows), total, next };
  }
  const found = (await describe(named)).filter(({ id, name, email, aliases }) =>
    holdsText(searched, [id, name, email, ...aliases.map(({ value }) => value)]),
  );
  const positionOf = ({ name, id, lastSeenAt }: PersonRow): SortedPosition => {
    return { by: sort === "name" ? name : (lastSeenAt ?? ""), id };
  };
  const { rows, total, next } = sortedPage(found, { ...page, positionOf });
  return { developers: rows, total, next };
}

async function findPeople(
  database: Database,
  { organizationId, developer }: PeopleQuery,
  leadsTo: ReadonlyMap<string, Developer>,
): Promise<DeveloperAnswer[]> {
  const only =
    developer === null ? null : await findDeveloper(database, { organizationId, idOrEmail: developer });
  if (developer !== null && only === null) return [];
  return [...leadsTo]
    .filter(([id, { id: survivor }]) => id === survivor && (only === null || only.id === id))
    .map(([, person]) => describeDeveloper(person));
}

/** Counts only the sessions of these: a team has very many. */
async function describePeople(
  database: Database,
  people: readonly DeveloperAnswer[],
  { organizationId, leadsTo }: { organizationId: string; leadsTo: ReadonlyMap<string, Developer> },
): Promise<PersonRow[]> {
  const idOf = (id: string) => leadsTo.get(id)?.id ?? id;
  const shown = new Set(people.map(({ id }) => id));
  const ids = [...leadsTo.keys()].filter((id) => shown.has(idOf(id)));
  const aliases = Map.groupBy(await selectAliases(database, organizationId), (alias) =>
    idOf(alias.developerId),
  );
  const seen = Map.groupBy(await countSessionsOf(database, organizationId, ids), (row) =>
    idOf(row.developer),
  );
  return people.map((person) => personRow(person, aliases.get(person.id) ?? [], seen.get(person.id) ?? []));
}

function personRow(
  developer: DeveloperAnswer,
  aliases: readonly PersonRow["aliases"][number][],
  seen: readonly { sessions: number; lastSeenAt: number }[],
): PersonRow {
  const lastSeenAt = seen.length === 0 ? null : Math.max(...seen.map((row) => row.lastSeenAt));
  return {
    ...developer,
    aliases: aliases.map(({ kind, value }) => ({ kind, value })),
    sessions: seen.reduce((total, row) => total + row.sessions, 0),
    lastSeenAt: lastSeenAt === null ? null : isoTime(lastSeenAt),
  };
}
