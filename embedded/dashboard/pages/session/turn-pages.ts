/** Which turns of a session the table shows: a page holds fifty, so that a long session stays quick. */
import type { SessionTurn } from "./session-turns.ts";

export const TURNS_SHOWN = 50;

/**
 * One page of turns.
 *
 * @returns Pages from 1; a page that is not there is the last one.
 * @param asked - The page that the address asks for; without it the page with the chosen turn is shown.
 */
export function pageOfTurns(
  turns: readonly SessionTurn[],
  asked: string | null,
  chosen: SessionTurn | null,
): { page: number; turns: readonly SessionTurn[] } {
  const last = Math.max(1, Math.ceil(turns.length / TURNS_SHOWN));
  const place = Math.max(
    0,
    turns.findIndex(({ index }) => index === chosen?.index),
  );
  const wanted = /^[1-9]\d*$/.test(asked ?? "") ? Number(asked) : Math.floor(place / TURNS_SHOWN) + 1;
  const page = Math.min(last, wanted);
  return { page, turns: turns.slice((page - 1) * TURNS_SHOWN, page * TURNS_SHOWN) };
}
