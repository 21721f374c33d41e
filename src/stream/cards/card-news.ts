/** The newest cards in memory, in the order of the stream, for the listeners of this node. */
import type { Instant } from "../../vocabulary/units.ts";
import { CARDS_HELD_MS, MOST_CARDS } from "./cards-stream.ts";

/** A card, and its place in the stream. */
export interface CardNotice {
  sequence: number;
  organization: string;
  card: string;
  /** When it was published. */
  at: Instant;
}

/** Where one who listens may go on. */
export type Footing =
  | { kind: "held"; position: number }
  /** What came behind the position is not held, or nobody knows the position; it goes on from another. */
  | { kind: "lost"; position: number };

/** What is known of the stream. */
export class CardNews {
  private readonly notices: CardNotice[] = [];
  private readonly cards = new Set<string>();
  private readonly listeners = new Set<() => void>();
  /** Nothing behind this position is missing here. */
  private from = 0;
  private newest = 0;

  /** The place of the newest card; whoever has come to it has missed nothing. */
  get last(): number {
    return this.newest;
  }

  /** Returns the organization's next card behind a position; null when there is none yet. */
  next(organization: string, position: number): CardNotice | null {
    for (let index = this.indexBehind(position); index < this.notices.length; index += 1) {
      const notice = this.notices[index];
      if (notice?.organization === organization) return notice;
    }
    return null;
  }

  /** Returns whether a listener can go on behind a position with nothing missed, and where it goes on. */
  footing(position: number): Footing {
    if (position > this.newest) return { kind: "lost", position: this.newest };
    if (position < this.from) return { kind: "lost", position: this.from };
    return { kind: "held", position };
  }

  /**
   * Calls whenever there is a new card of any organization.
   *
   * @returns What ends that.
   */
  onNews(call: () => void): () => void {
    this.listeners.add(call);
    return () => void this.listeners.delete(call);
  }

  /** Begins with an empty memory of what comes behind a position. */
  beginAt(position: number): void {
    this.notices.length = 0;
    this.cards.clear();
    this.from = this.newest = position;
    this.report();
  }

  /** @param notice - A card that is behind all before it. */
  add(notice: CardNotice): void {
    this.newest = notice.sequence;
    if (!this.cards.has(notice.card)) {
      this.cards.add(notice.card);
      this.notices.push(notice);
    }
    this.forget(notice.at - CARDS_HELD_MS);
    this.report();
  }

  private forget(before: Instant): void {
    const young = this.notices.findIndex(({ at }) => at >= before);
    const old = young === -1 ? this.notices.length : young;
    for (const gone of this.notices.splice(0, Math.max(old, this.notices.length - MOST_CARDS))) {
      this.cards.delete(gone.card);
      this.from = gone.sequence;
    }
  }

  private indexBehind(position: number): number {
    let [low, high] = [0, this.notices.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.notices[middle]?.sequence ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private report(): void {
    for (const call of this.listeners) call();
  }
}
