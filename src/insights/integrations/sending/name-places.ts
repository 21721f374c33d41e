/** Says the names of the webhooks that places are, for answers: ids say nothing to people. */
import type { Database } from "../../../database/open.ts";
import { selectWebhooks } from "../webhooks/webhooks-table.ts";
import type { Place, PlaceAnswer } from "./place.ts";

/** Names by the ids of webhooks; one that was deleted has none. */
export type WebhookNames = ReadonlyMap<string, string>;

/** Returns the names of an organization's webhooks. */
export async function readWebhookNames(database: Database, organization: string): Promise<WebhookNames> {
  return new Map((await selectWebhooks(database, organization)).map(({ id, name }) => [id, name]));
}

/** Returns the place as answers show it. */
export function namePlace(place: Place, names: WebhookNames): PlaceAnswer {
  return place.kind === "webhook" ? { ...place, name: names.get(place.id) ?? null } : place;
}
