/** Reads each card once for all who listen to the event stream. */
import type { Caller } from "../../identity/caller.ts";
import { readScope } from "../../identity/scope.ts";
import type { HeardCard } from "../../insights/advisor/listed/read-heard-card.ts";
import type { CardNotice } from "../../stream/cards/card-news.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { Refusal } from "../refusal.ts";
import { cardEvent } from "./event-text.ts";
import type { Heard } from "./listening.ts";

/**
 * Reads a card.
 *
 * @returns null when it is gone.
 * @throws A refusal while it cannot be read.
 */
export type ReadHeardCard = (asked: { organizationId: string; id: string }) => Promise<HeardCard | null>;

/** How long all listeners get the same reading, such as those who return together after a restart. */
const FRESH_MS: Milliseconds = 5 * SECOND;

export class HeardCards {
  private readonly recent = new Map<string, { card: Promise<HeardCard | null>; at: Instant }>();

  constructor(
    private readonly read: ReadHeardCard,
    private readonly freshFor: Milliseconds = FRESH_MS,
  ) {}

  /** Returns what a caller hears of a card. */
  async report({ organization, card, sequence }: CardNotice, caller: Caller): Promise<Heard> {
    try {
      const heardCard = await this.fresh({ organizationId: organization, id: card });
      if (heardCard === null || !isFor(heardCard, caller)) return { kind: "hidden" };
      return { kind: "event", text: cardEvent(sequence, heardCard.card) };
    } catch (error) {
      if (error instanceof Refusal) return { kind: "later" };
      throw error;
    }
  }

  /** Forgets what may have changed since it was read; nobody may ask for it again. */
  forgetOld(): void {
    for (const [id, { at }] of this.recent) if (!this.isFresh(at)) this.recent.delete(id);
  }

  private fresh(place: { organizationId: string; id: string }): Promise<HeardCard | null> {
    const { id } = place;
    const known = this.recent.get(id);
    if (known !== undefined && this.isFresh(known.at)) return known.card;
    const card = this.read(place);
    this.recent.set(id, { card, at: performance.now() });
    card.catch(() => this.recent.delete(id)); // whoever asked hears of it
    return card;
  }

  private isFresh(at: Instant): boolean {
    return performance.now() - at < this.freshFor;
  }
}

function isFor({ readers }: HeardCard, caller: Caller): boolean {
  const { onlyDeveloper } = readScope(caller);
  return onlyDeveloper === null || readers.includes(onlyDeveloper);
}
