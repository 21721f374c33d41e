/** Calls a value of a label by another name; two values of one name are merged. */
import { sentValues, shownValue } from "../../database/labels/label-filter.ts";
import { readRenames, saveRename } from "../../database/labels/label-renames-table.ts";
import type { Database } from "../../database/open.ts";
import type { LabelWish } from "./labels-answer.ts";

/** Renames all that is shown as the value; what agents send stays as it is. */
export async function renameLabel(
  transaction: Database,
  { organizationId, name, value, shown_as: wish }: LabelWish & { organizationId: string },
): Promise<void> {
  const renames = await readRenames(transaction, organizationId);
  const shown = sentValues(renames, { name, value });
  const values = shown.length === 0 ? [value] : shown;
  const shown_as = values.includes(wish) ? wish : shownValue(renames, { name, value: wish });
  for (const sent of values) await saveRename(transaction, organizationId, { name, value: sent, shown_as });
}
