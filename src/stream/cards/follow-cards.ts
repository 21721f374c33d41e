/** Follows the stream of cards with one ordered consumer, so that listeners cost the stream's server nothing. */
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from "@nats-io/jetstream";
import type { Clock } from "../../vocabulary/clock.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { StreamConnection } from "../connection.ts";
import { CardNews } from "./card-news.ts";
import {
  CARD_MESSAGE,
  cardsNameOf,
  type CardsHeld,
  organizationOfSubject,
  prepareCards,
} from "./cards-stream.ts";

const RETRY_WAIT_MS: Milliseconds = SECOND / 2;

/** What following needs. */
export interface FollowerParts {
  connection: StreamConnection;
  clock: Clock;
  log: Log;
}

/** Keeps the news up to date until closed, whatever becomes of the server. */
export class CardFollower {
  readonly news = new CardNews();
  private readonly caughtUp = Promise.withResolvers<void>();
  private hasBegun = false;
  private reading: ConsumerMessages | null = null;
  private closed = false;

  private constructor(private readonly parts: FollowerParts) {
    void this.keepFollowing();
  }

  static open(parts: FollowerParts): CardFollower {
    return new CardFollower(parts);
  }

  /** Settled when all that the stream held at the start is known here, or when it was closed. */
  get ready(): Promise<void> {
    return this.caughtUp.promise;
  }

  /** Stops following. */
  close(): void {
    this.closed = true;
    this.caughtUp.resolve();
    this.reading?.stop();
  }

  private async keepFollowing(): Promise<void> {
    let isReported = false;
    while (!this.closed) {
      try {
        await this.followUntilBroken();
        isReported = false;
      } catch (error) {
        if (this.parts.connection.isUp() && !isReported) this.complain(error);
        isReported ||= this.parts.connection.isUp();
        await Bun.sleep(RETRY_WAIT_MS);
      }
    }
  }

  private complain(error: unknown): void {
    const reason = describeError(error);
    this.parts.log.warning("new cards cannot be followed; trying again", { reason });
  }

  private async followUntilBroken(): Promise<void> {
    const { connection, clock } = this.parts;
    const held = await prepareCards(connection, clock);
    this.beginWith(held);
    const { client, answered, onceBack } = connection;
    const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.news.last + 1 };
    const consumer = await answered(client.consumers.get(cardsNameOf(connection), from));
    const reading = await consumer.consume();
    this.reading = reading;
    // the server forgets such a consumer when it ends: begun anew it misses nothing and waits for no heartbeat
    onceBack(() => reading.stop());
    if (this.closed) reading.stop();
    for await (const message of reading) this.take(message);
  }

  private beginWith({ messages, firstSequence, lastSequence }: CardsHeld): void {
    const isOther = lastSequence < this.news.last;
    if (!this.hasBegun || isOther) this.news.beginAt(messages === 0 ? lastSequence : firstSequence - 1);
    this.hasBegun = true;
    if (this.news.last >= lastSequence) this.caughtUp.resolve();
  }

  private take(message: JsMsg): void {
    const { seq: sequence, subject, info, time } = message;
    const at = time.getTime();
    const content = CARD_MESSAGE.safeParse(contentOf(message));
    // one that says nothing is not of this program
    if (content.success)
      this.news.add({ sequence, organization: organizationOfSubject(subject), card: content.data.card, at });
    if (info.pending === 0) this.caughtUp.resolve();
  }
}

function contentOf(message: JsMsg): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}
