/** Which values of labels a filter means: an admin may have renamed or merged them. */
import type { AskedLabel } from "../../vocabulary/labels/label.ts";
import type { Database } from "../engine.ts";
import { type LabelRename, readRenames } from "./label-renames-table.ts";
import type { LabelValues } from "./session-labels-table.ts";

/** Labels that a row's session must all have. */
export type LabelFilter = readonly LabelValues[];

/** Returns what a value that agents send is called. */
export function shownValue(renames: readonly LabelRename[], { name, value }: AskedLabel): string {
  return renames.find((rename) => rename.name === name && rename.value === value)?.shown_as ?? value;
}

/**
 * Returns the values that are meant by what is asked for: several values of one name are alternatives.
 *
 * @returns null where nothing is asked for.
 */
export async function readLabelFilter(
  database: Database,
  organization: string,
  asked: readonly AskedLabel[],
): Promise<LabelFilter | null> {
  if (asked.length === 0) return null;
  const renames = await readRenames(database, organization);
  return [...Map.groupBy(asked, ({ name }) => name)].map(([name, labels]) => ({
    name,
    values: [...new Set(labels.flatMap((label) => sentValues(renames, label)))],
  }));
}

/** Returns the values that agents send and that are shown as one. */
export function sentValues(renames: readonly LabelRename[], label: AskedLabel): string[] {
  const { name, value } = label;
  const renamed = renames.filter((rename) => rename.name === name && rename.shown_as === value);
  const unnamed = shownValue(renames, label) === value ? [value] : [];
  return [...unnamed, ...renamed.map((rename) => rename.value)];
}
