/** Delivers a message to a place, whatever its kind. */
import type { Result } from "../../../vocabulary/result.ts";
import { deliver, type DeliveryFailure } from "../deliver.ts";
import type { ChatMessage } from "../message.ts";
import type { ChatParts } from "../open-chat.ts";
import type { Place } from "./place.ts";

/** What reaches every kind of place. */
export interface PlaceParts {
  chat: ChatParts;
}

/** What to deliver, and where. */
export interface PlaceDelivery {
  organizationId: string;
  place: Place;
  message: ChatMessage;
}

/**
 * Delivers a message once.
 *
 * @throws With whether to try again, as a delivery to the chat tool.
 */
export async function deliverTo(
  { chat }: PlaceParts,
  { organizationId, place, message }: PlaceDelivery,
): Promise<Result<void, DeliveryFailure>> {
  return deliver(chat, { organizationId, channel: place.channel, message });
}
