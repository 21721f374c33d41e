/** Answers who the developers of an organization are, and by what they are known. */
import type { Database } from "../../database/open.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { findDeveloper, readDevelopers } from "../../identity/developers/directory.ts";
import { byNameThenId } from "../../identity/developers/list-developers.ts";
import { selectAliases } from "../../identity/developers/table.ts";
import { countedTotal, cutPage } from "../../vocabulary/page.ts";
import type { PeoplePage, PeopleQuery, PersonRow } from "./people-answer.ts";
import { countSessionsOf } from "./people-table.ts";

/** Reads one page of developers by name; those who were merged into somebody are in them. */
export async function listPeople(database: Database, query: PeopleQuery): Promise<PeoplePage> {
  const people = await readPeople(database, query);
  const left = people.filter((person) => query.after === null || byNameThenId(query.after, person) < 0);
  const { rows, next } = cutPage(left, query.limit, ({ name, id }) => ({ name, id }));
  return { developers: rows, total: countedTotal(people.length), next };
}

async function readPeople(database: Database, query: PeopleQuery): Promise<PersonRow[]> {
  const { organizationId, developer } = query;
  const only =
    developer === null ? null : await findDeveloper(database, { organizationId, idOrEmail: developer });
  if (developer !== null && only === null) return [];
  const leadsTo = await readDevelopers(database, organizationId);
  const idOf = (id: string) => leadsTo.get(id)?.id ?? id;
  const aliases = Map.groupBy(await selectAliases(database, organizationId), (alias) =>
    idOf(alias.developerId),
  );
  const seen = Map.groupBy(await countSessionsOf(database, organizationId), (row) => idOf(row.developer));
  return [...leadsTo]
    .filter(([id, { id: survivor }]) => id === survivor && (only === null || only.id === id))
    .map(([id, person]) => personRow(person, aliases.get(id) ?? [], seen.get(id) ?? []))
    .toSorted(byNameThenId);
}

function personRow(
  developer: Developer,
  aliases: readonly PersonRow["aliases"][number][],
  seen: readonly { sessions: number; lastSeenAt: number }[],
): PersonRow {
  const lastSeenAt = seen.length === 0 ? null : Math.max(...seen.map((row) => row.lastSeenAt));
  return {
    ...describeDeveloper(developer),
    aliases: aliases.map(({ kind, value }) => ({ kind, value })),
    sessions: seen.reduce((total, row) => total + row.sessions, 0),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  };
}
