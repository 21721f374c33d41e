/** The labels of sessions as people see them: under the names that an admin gave their values. */
import { shownValue } from "../../database/labels/label-filter.ts";
import { readRenames } from "../../database/labels/label-renames-table.ts";
import { readLabelsOf } from "../../database/labels/session-labels-table.ts";
import type { Database } from "../../database/open.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { labelText } from "../../vocabulary/labels/label.ts";

/**
 * Reads the labels of some sessions.
 *
 * @returns Texts such as `team.id:platform`, by name; no entry for a session without labels.
 */
export async function readShownLabels(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<Map<SessionName, string[]>> {
  const rows = await readLabelsOf(database, organization, sessions);
  const renames = rows.length === 0 ? [] : await readRenames(database, organization);
  const shown = new Map<SessionName, string[]>();
  for (const { session, ...label } of rows)
    shown
      .getOrInsertComputed(session, () => [])
      .push(labelText({ ...label, value: shownValue(renames, label) }));
  return shown;
}
