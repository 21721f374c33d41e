/** Sends a message that only says that messages arrive. */
import type { Result } from "../../vocabulary/result.ts";
import type { ChatParts } from "./open-chat.ts";
import { deliver, type DeliveryFailure } from "./deliver.ts";

/**
 * @throws As a delivery.
 * @remarks Takes a channel's id; null: the webhook's own.
 */
export async function testChat(
  parts: ChatParts,
  { organizationId, channel }: { organizationId: string; channel: string | null },
): Promise<Result<void, DeliveryFailure>> {
  const message = {
    title: "scoring: a test message",
    lines: ["Messages from scoring arrive here."],
    link: null,
  };
  return deliver(parts, { organizationId, channel, message });
}
