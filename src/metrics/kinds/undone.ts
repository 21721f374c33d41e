/** Change turns whose work was taken back or had to be done again. */
import { DAY, type Milliseconds } from "../../vocabulary/units.ts";
import type { KnownTurn } from "./known-turn.ts";
import { isAmong } from "./paths.ts";

/** How many turns later, and how much later, work can still be undone. */
export const TURNS_AHEAD = 10;
const TIME_AHEAD: Milliseconds = DAY;

/**
 * Returns the place of the turn that undid a change turn.
 *
 * @param turns - The developer's turns in their order.
 * @param place - The place of a change turn.
 * @param isRepair - Whether the turn at a place is a repair turn.
 * @returns `false` when it stays; null when that is not known, because its paths are not or repairs cannot be seen.
 * @see docs/scoring.md, "Undone".
 */
export function undoneBy(
  turns: readonly KnownTurn[],
  place: number,
  isRepair: (place: number) => boolean,
): number | false | null {
  const turn = turns[place];
  if (turn === undefined || !canBeUndone(turn)) return null;
  let { landed } = turn;
  for (let later = place + 1; isAhead(turns, place, later); later += 1) {
    const next = turns[later] as KnownTurn;
    if (!landed && reverts(next, turn)) return later;
    if (isRepair(later) && nearestRepaired(turns, later) === place) return later;
    landed ||= next.landed;
  }
  return false;
}

function isAhead(turns: readonly KnownTurn[], place: number, later: number): boolean {
  const [turn, next] = [turns[place], turns[later]];
  if (turn === undefined || next === undefined || later - place > TURNS_AHEAD) return false;
  return next.startedAt - turn.startedAt <= TIME_AHEAD;
}

/** The place of the nearest change turn before a repair turn that wrote one of the files that it writes. */
function nearestRepaired(turns: readonly KnownTurn[], repair: number): number | null {
  for (let place = repair - 1; isAhead(turns, place, repair); place -= 1) {
    const turn = turns[place] as KnownTurn;
    if (canBeUndone(turn) && writesSame(turns[repair] as KnownTurn, turn)) return place;
  }
  return null;
}

function canBeUndone(turn: KnownTurn): boolean {
  return turn.change && turn.paths.length > 0 && turn.visible;
}

function reverts(next: KnownTurn, { paths }: KnownTurn): boolean {
  return next.reverts.some(
    (reverted) => reverted === "everything" || reverted.some((path) => isAmong(path, paths)),
  );
}

function writesSame(next: KnownTurn, { paths }: KnownTurn): boolean {
  return next.paths.some((path) => isAmong(path, paths));
}
