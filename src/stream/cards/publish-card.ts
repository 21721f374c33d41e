/** Announces a new card to every node. */
import { ANSWER_TIMEOUT_MS, type StreamConnection } from "../connection.ts";
import { type CARD_MESSAGE, cardsSubjectOf } from "./cards-stream.ts";
import type { z } from "zod";

/**
 * Makes what publishes the cards of organizations over a connection.
 *
 * @returns A function that for the same card again changes nothing.
 * @throws That rejects when the card may not be stored.
 */
export function cardPublisher(connection: StreamConnection) {
  const { client, answered } = connection;
  return async (organization: string, { id }: { id: string }): Promise<void> => {
    const message = JSON.stringify({ card: id } satisfies z.infer<typeof CARD_MESSAGE>);
    const options = { msgID: id, timeout: ANSWER_TIMEOUT_MS };
    try {
      await answered(client.publish(cardsSubjectOf(connection, organization), message, options));
    } catch (cause) {
      throw new Error("publishing a card to its listeners", { cause });
    }
  };
}
