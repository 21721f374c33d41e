/** One who listens: says what is next whenever the client takes more, so that nothing piles up for a slow one. */
import type { CardNews, CardNotice } from "../../stream/cards/card-news.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { opening, resyncEvent, STILL_HERE } from "./event-text.ts";

/** What a listener hears of a card: its event, nothing when it is another's, or that it cannot be read just now. */
export type Heard = { kind: "event"; text: string } | { kind: "hidden" } | { kind: "later" };

/** What one who listens needs. */
export interface ListeningParts {
  news: CardNews;
  organization: string;
  /** Behind which it goes on; null for one who begins now. */
  position: number | null;
  report(notice: CardNotice): Promise<Heard>;
  /** Closes the connection, whatever waits on it. */
  cut(): void;
  /** Called once, when it is over. */
  over(): void;
}

const LATER_MS: Milliseconds = SECOND / 2;

/** A stream of events, until the client leaves or it is ended. At most one event waits in it for the client. */
export class Listening {
  readonly body: ReadableStream<Uint8Array>;
  private position: number;
  private readonly first: string[];
  private isBeatDue = false;
  private isOver = false;
  /** Since when the client has not taken what was given last. */
  private untakenSince: Instant | null = null;
  private woken = Promise.withResolvers<void>();

  constructor(private readonly parts: ListeningParts) {
    const { position, news } = parts;
    this.position = position ?? news.last;
    this.first = [opening(position === null ? news.last : null)];
    this.body = new ReadableStream<Uint8Array>({
      pull: (controller) => this.giveNext(controller),
      cancel: () => this.finish(),
    });
  }

  /** Looks again: there is news. */
  wake(): void {
    this.woken.resolve();
  }

  /** Says that the stream is still there, when there is nothing else to say. */
  beat(): void {
    this.isBeatDue = true;
    this.wake();
  }

  /** Whether the client has taken nothing for longer than that. */
  isStuck(longest: Milliseconds): boolean {
    return this.untakenSince !== null && performance.now() - this.untakenSince > longest;
  }

  /** Ends it; a client that takes nothing is cut off. */
  end(): void {
    this.finish();
    if (this.untakenSince !== null) this.parts.cut();
  }

  /** Notes that the client has left. */
  finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.wake();
    this.parts.over();
  }

  private async giveNext(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.untakenSince = null;
    const text = await this.nextText();
    if (text === null) return controller.close();
    this.untakenSince = performance.now();
    controller.enqueue(new TextEncoder().encode(text));
  }

  /** Returns null when it is over. */
  private async nextText(): Promise<string | null> {
    while (!this.isOver) {
      this.woken = Promise.withResolvers();
      const text = this.first.pop() ?? this.resyncText() ?? (await this.cardText()) ?? this.beatText();
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may end while a card is read
      if (this.isOver) return null;
      if (text !== null) return text;
      await this.woken.promise;
    }
    return null;
  }

  private resyncText(): string | null {
    const footing = this.parts.news.footing(this.position);
    this.position = footing.position;
    return footing.kind === "held" ? null : resyncEvent(footing.position);
  }

  private async cardText(): Promise<string | null> {
    const { news, organization, report } = this.parts;
    while (!this.isOver) {
      const notice = news.next(organization, this.position);
      if (notice === null) {
        this.position = Math.max(this.position, news.last);
        return null;
      }
      const outcome = await report(notice);
      if (outcome.kind === "later") {
        setTimeout(() => this.wake(), LATER_MS);
        return null;
      }
      this.position = notice.sequence;
      if (outcome.kind === "event") return outcome.text;
    }
    return null;
  }

  private beatText(): string | null {
    const isDue = this.isBeatDue;
    this.isBeatDue = false;
    return isDue ? STILL_HERE : null;
  }
}
