/** Takes a purged person out of what is sent by e-mail: as a recipient somebody else wrote their address down. */
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { deleteMessages, readMessages } from "../alerts/messages/messages-table.ts";
import { readRules, replaceRules } from "../alerts/rules/rules-table.ts";
import { parseDeliveries } from "../integrations/sending/delivery.ts";
import { type Place, PLACES } from "../integrations/sending/place.ts";
import { deleteRuns, readRuns } from "../schedules/runs-table.ts";
import { readSchedules, updateSchedule } from "../schedules/schedules-table.ts";
import { selectAddresses } from "./addresses-table.ts";

/** More than are kept of a schedule. */
const EVERY_RUN = 1_000;

/** Schedules and rules go on without the person; runs and messages that went to them too are forgotten. */
export async function forgetRecipients(
  transaction: Database,
  { organization, developers, now }: { organization: string; developers: readonly string[]; now: Instant },
): Promise<void> {
  const addresses = new Set(await selectAddresses(transaction, developers));
  if (addresses.size === 0) return;
  await forgetInSchedules(transaction, organization, addresses);
  await forgetInAlerts(transaction, { organization, now }, addresses);
}

async function forgetInSchedules(
  transaction: Database,
  organization: string,
  addresses: ReadonlySet<string>,
): Promise<void> {
  for (const { id, destinations } of await readSchedules(transaction, organization)) {
    const kept = JSON.stringify(withoutThem(PLACES.parse(JSON.parse(destinations)), addresses));
    if (kept !== destinations) await updateSchedule(transaction, id, { destinations: kept });
    const runs = await readRuns(transaction, id, { limit: EVERY_RUN, after: null });
    await deleteRuns(transaction, idsOfTheirs(runs, addresses));
  }
}

async function forgetInAlerts(
  transaction: Database,
  { organization, now }: { organization: string; now: Instant },
  addresses: ReadonlySet<string>,
): Promise<void> {
  const before = await readRules(transaction, organization);
  const rules = before.map((rule) => ({ ...rule, places: withoutThem(rule.places, addresses) }));
  if (JSON.stringify(rules) !== JSON.stringify(before))
    await replaceRules(transaction, organization, { rules, now });
  await deleteMessages(transaction, idsOfTheirs(await readMessages(transaction, organization), addresses));
}

function withoutThem(places: readonly Place[], addresses: ReadonlySet<string>): Place[] {
  return places.flatMap((place): Place[] => {
    if (place.kind !== "email") return [place];
    const to = place.to.filter((address) => !addresses.has(address.toLowerCase()));
    return to.length === 0 ? [] : [{ ...place, to }];
  });
}

function idsOfTheirs(
  rows: readonly { id: string; deliveries: string }[],
  addresses: ReadonlySet<string>,
): string[] {
  const isTheirs = ({ deliveries }: { deliveries: string }) =>
    parseDeliveries({ deliveries }).some(
      ({ destination }) =>
        destination.kind === "email" &&
        destination.to.some((address) => addresses.has(address.toLowerCase())),
    );
  return rows.filter(isTheirs).map(({ id }) => id);
}
