/** The stream of new advisor cards. It says which cards there are; what is in them stays in the database. */
import { DiscardPolicy, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { z } from "zod";
import type { Clock } from "../../vocabulary/clock.ts";
import { DAY, type Bytes, type Milliseconds } from "../../vocabulary/units.ts";
import type { StreamConnection } from "../connection.ts";

const CARDS = "cards";

/** So long a listener that was away can go on where it was. */
export const CARDS_HELD_MS: Milliseconds = 7 * DAY;
/** The oldest go when there are more. */
export const MOST_CARDS = 10_000;
const MOST_BYTES: Bytes = 8 * 1024 * 1024;
const NANOSECONDS = 1_000_000;

/**
 * One message. Names and quotes of people are not in it: a purge need not look for them here, and whoever reads the
 * card later reads it as it is then.
 */
export const CARD_MESSAGE = z.object({ card: z.string().min(1) });

/** Returns how the stream is called where the connection leads. */
export function cardsNameOf({ shelf }: Pick<StreamConnection, "shelf">): string {
  return `${shelf.prefix}${CARDS}`;
}

/** Returns where the cards of an organization go. */
export function cardsSubjectOf(connection: Pick<StreamConnection, "shelf">, organization: string): string {
  return `${cardsNameOf(connection)}.${organization}`;
}

/** Returns whose card came under a subject. */
export function organizationOfSubject(subject: string): string {
  return subject.slice(subject.indexOf(".") + 1);
}

/** What the stream holds. */
export interface CardsHeld {
  messages: number;
  firstSequence: number;
  lastSequence: number;
}

/**
 * Makes the stream when it is missing.
 *
 * It then counts from the clock's milliseconds: no sequence of a stream before it, which a listener may still name, is
 * ever used for another card.
 */
export async function prepareCards(connection: StreamConnection, clock: Clock): Promise<CardsHeld> {
  const { manager, answered } = connection;
  const known = await answered(manager.streams.info(cardsNameOf(connection))).catch(absentIsNull);
  const { state } = known ?? (await answered(manager.streams.add(configFrom(connection, clock()))));
  return { messages: state.messages, firstSequence: state.first_seq, lastSequence: state.last_seq };
}

function configFrom(connection: StreamConnection, firstSequence: number) {
  return {
    name: cardsNameOf(connection),
    subjects: [cardsSubjectOf(connection, "*")],
    num_replicas: connection.shelf.replicas,
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: CARDS_HELD_MS * NANOSECONDS,
    max_bytes: MOST_BYTES,
    max_msgs: MOST_CARDS,
    // a card that is published again, even days later, is in the stream once
    duplicate_window: CARDS_HELD_MS * NANOSECONDS,
    first_seq: firstSequence,
  };
}

function absentIsNull(error: unknown): null {
  if (error instanceof Error && error.message.includes("not found")) return null;
  throw error;
}
