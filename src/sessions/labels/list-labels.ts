/** Lists the labels of an organization's sessions. */
import { readRenames } from "../../database/labels/label-renames-table.ts";
import { shownValue } from "../../database/labels/label-filter.ts";
import { countLabels, type LabelCount } from "../../database/labels/session-labels-table.ts";
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import type { LabelsAnswer, LabelsQuery } from "./labels-answer.ts";

/** Fewer people than these could be recognised by what they do. */
const FEWEST_PEOPLE = 5;
const MOST_VALUES = 500;

/** Reads every label with its values; a bound key learns of small groups how many people they are. */
export async function listLabels(database: Database, { scope }: LabelsQuery): Promise<LabelsAnswer> {
  const { organizationId, onlyDeveloper } = scope;
  const renames = await readRenames(database, organizationId);
  const developers = await readDevelopers(database, organizationId);
  const personOf = (id: string): string => developers.get(id)?.id ?? id;
  const asker = onlyDeveloper === null ? null : personOf(onlyDeveloper);
  const byName = Map.groupBy(await countLabels(database, organizationId), ({ name }) => name);
  return {
    labels: [...byName].map(([name, counts]) => {
      const shown = Map.groupBy(counts, (count) => shownValue(renames, count));
      const values = [...shown]
        .map(([value, ofValue]) => ({ value, ...describeGroup(ofValue, { personOf, asker }) }))
        .toSorted((left, right) => right.people - left.people || left.value.localeCompare(right.value));
      return { name, values: values.slice(0, MOST_VALUES), valuesInAll: values.length };
    }),
  };
}

function describeGroup(
  counts: readonly LabelCount[],
  { personOf, asker }: { personOf: (id: string) => string; asker: string | null },
) {
  const people = new Set(counts.map(({ developer }) => personOf(developer))).size;
  const sum = (of: readonly LabelCount[]): number => of.reduce((total, { sessions }) => total + sessions, 0);
  return {
    sentAs: [...new Set(counts.map(({ value }) => value))].toSorted(),
    people,
    sessions: asker !== null && people < FEWEST_PEOPLE ? null : sum(counts),
    ownSessions: asker === null ? null : sum(counts.filter(({ developer }) => personOf(developer) === asker)),
  };
}
