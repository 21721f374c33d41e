/** The sentences of the page Coaching; pure, so that each can be tested. */
import type { Card } from "../../api/cards.ts";
import { effectOf } from "../../parts/coach/card-words.ts";
import { directionOf } from "../../words/direction.ts";
import { type InputName, lowerTitle } from "../../words/inputs.ts";
import { formatThings, NO_VALUE } from "../../words/numbers.ts";

/**
 * Returns "12 cards in these 30 days; most are about iteration efficiency."
 *
 * @param total - The total, null beyond 10,000.
 */
export function sayCards(cards: readonly Card[], total: number | null, days: number): string {
  const count = total === null ? "More than 10,000 cards" : formatThings(total, "card");
  // those of one page say nothing of the others
  const most = total === cards.length ? commonest(cards) : null;
  const about =
    most === null ? "" : `; ${cards.length === 1 ? "it is" : "most are"} about ${lowerTitle(most)}`;
  return `${count} in these ${days} days${about}.`;
}

/** Returns the input of more than half of the cards; null when there is none. */
function commonest(cards: readonly Card[]): InputName | null {
  const counts = Map.groupBy(cards, ({ input }) => input);
  const [most] = [...counts].toSorted(([, left], [, right]) => right.length - left.length);
  return most !== undefined && most[1].length * 2 > cards.length ? most[0] : null;
}

/** Counts cards that their developer has seen. Returns "Of 4 whose effect is known, 2 are clearly up, none clearly down." Empty when none is known. */
export function sayEffects(cards: readonly Card[]): string {
  const known = cards.flatMap((card) => {
    const state = effectOf(card);
    // what nobody has seen has no effect
    return state.kind === "known" && card.effect?.since !== "work" ? [state.effect] : [];
  });
  if (known.length === 0) return "";
  const directions = known.map(directionOf);
  const up = directions.filter((direction) => direction === "up").length;
  const down = directions.filter((direction) => direction === "down").length;
  if (known.length === 1) return `The effect of one card is known: ${CHANGES[directions[0] ?? "same"]}.`;
  return `The effect of ${known.length} is known: ${countOrNone(up)} ${up === 1 ? "is" : "are"} clearly up, ${countOrNone(down)} clearly down.`;
}

const CHANGES = { up: "clearly up", down: "clearly down", same: "no clear change" } as const;

function countOrNone(count: number): string {
  return count === 0 ? "none" : String(count);
}

/** Returns what came after a card, in a word: "clearly up", "not known yet". */
export function sayEffect(card: Card): string {
  const state = effectOf(card);
  if (state.kind === "not_yet") return "not known yet";
  // what nobody has seen has no effect
  if (state.kind !== "known" || card.effect?.since === "work") return NO_VALUE;
  return CHANGES[directionOf(state.effect)];
}
