/** Alerts that are not over, as `scoring status` shows them. */
import { selectOrganizations } from "../../identity/organizations/table.ts";
import { alertTables } from "../../insights/alerts/alerts-table.ts";
import { listAlerts, NEWEST_OPEN_ALERTS } from "../../insights/alerts/list-alerts.ts";
import type { CommandCall } from "../command.ts";
import { hasTables, reading } from "../stores.ts";

/** A line for each. */
export function formatOpenAlerts(titles: readonly string[]): string[] {
  return titles.map((title) => `ALERT: ${title}.`);
}

/** Returns what the alerts of every organization say, as the data directory has them. */
export async function readOpenAlerts(call: CommandCall): Promise<string[]> {
  const { alertsNameDevelopers: namesDevelopers } = call.loaded.settings;
  return reading(call, async (database) => {
    if (!(await hasTables(database, alertTables))) return [];
    const titles: string[] = [];
    for (const { id: organizationId } of await selectOrganizations(database)) {
      const { alerts } = await listAlerts(database, {
        ...NEWEST_OPEN_ALERTS,
        organizationId,
        namesDevelopers,
      });
      titles.push(...alerts.map(({ title }) => title));
    }
    return titles;
  });
}
