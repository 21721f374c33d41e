/**
 * Events as they are in an event stream.
 *
 * @see HTML Living Standard, section 9.2, server-sent events.
 */
import type { Card } from "../../insights/advisor/card.ts";

/** A comment: it keeps proxies and idle connections from being closed. */
export const STILL_HERE = ": still here\n\n";

/**
 * The first lines of a stream.
 *
 * @param position - The position of one who named none; from then on the client knows where it was, before
 *   its first card.
 */
export function opening(position: number | null): string {
  return position === null ? ": listening\n\n" : `: listening\nid: ${position}\n\n`;
}

/** A card; its id is what `Last-Event-ID` goes on behind. */
export function cardEvent(sequence: number, card: Card): string {
  return `event: card\nid: ${sequence}\ndata: ${JSON.stringify(card)}\n\n`;
}

/** Says that cards may have been missed before the position: the list has them. */
export function resyncEvent(position: number): string {
  return `event: resync\nid: ${position}\ndata: {}\n\n`;
}
