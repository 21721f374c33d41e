/** Reads who works with agents, who is new and who has gone quiet. */
import type { Database } from "../../database/open.ts";
import type { WindowFilter } from "../../database/window.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import { idsOf } from "../../identity/developers/directory.ts";
import type { RowsToRead } from "../../identity/scope.ts";
import { readTallyDays } from "../../spend/tallies/read-tallies.ts";
import { workedBefore } from "../../spend/usage/usage-table.ts";
import type { UsageAdoption } from "./usage-answer.ts";

/** @param active - Ids of those who are active in the window. */
export async function readAdoption(
  database: Database,
  filter: WindowFilter,
  { active, developers }: { active: ReadonlySet<string> } & Pick<RowsToRead, "developers">,
): Promise<UsageAdoption> {
  const { organization, from, to } = filter;
  const before = new Set<string>();
  for (const { tallies } of await readTallyDays(
    database,
    { ...filter, from: from - (to - from), to: from },
    [],
  ))
    for (const id of tallies.developers()) before.add(developers.get(id)?.id ?? id);
  const newcomers: string[] = [];
  for (const id of active) {
    if (before.has(id)) continue;
    const theirs = { organization, developers: idsOf(id, developers), before: from };
    if (!(await workedBefore(database, theirs))) newcomers.push(id);
  }
  const describe = (ids: Iterable<string>) =>
    [...ids]
      .flatMap((id) => developers.get(id) ?? [])
      .map(describeDeveloper)
      .toSorted((left, right) => left.name.localeCompare(right.name));
  return {
    active: active.size,
    activeBefore: before.size,
    newcomers: describe(newcomers),
    quiet: describe([...before].filter((id) => !active.has(id))),
  };
}
