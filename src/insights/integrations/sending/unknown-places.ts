/** Finds places that nothing can be sent to, before anybody keeps them. */
import type { Database } from "../../../database/open.ts";
import { selectWebhooks } from "../webhooks/webhooks-table.ts";
import type { PlaceWish } from "./place.ts";

/** Whether a webhook is named that the organization does not have. */
export async function namesUnknownWebhook(
  database: Database,
  organization: string,
  places: readonly PlaceWish[] = [],
): Promise<boolean> {
  const ids = places.flatMap((place) => (place.kind === "webhook" ? [place.id] : []));
  if (ids.length === 0) return false;
  const known = new Set((await selectWebhooks(database, organization)).map(({ id }) => id));
  return ids.some((id) => !known.has(id));
}
