/** Rows that are found by the words of their texts, the newest first. */
import type { TableShape } from "../columns.ts";
import { type Database, engineOf, type FoundByWords, type WordsAsked } from "../engine.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** Places keep a row's time to about a second, so that an index names rows that follow each other in few bytes… */
export const PLACE_MS = 1_024;
/** …and tell rows of the same second apart by so much of their ids. About ten of a million prompts share a place: they are found by the words of both. */
export const PLACES_AT_ONCE = 16_384;
/** Which hexadecimal digits of an id that is: of a `timedId` the first that are no time. */
export const PLACE_DIGITS = { first: 8, count: 4 } as const;

/** Returns the place of a row in the order of its table: a later one for a later second. */
export function placeOf({ at, id }: { at: Instant; id: string }): number {
  const { first, count } = PLACE_DIGITS;
  const apart = Number.parseInt(id.slice(first, first + count), 16) % PLACES_AT_ONCE;
  return Math.floor(at / PLACE_MS) * PLACES_AT_ONCE + apart;
}

/**
 * Finds rows that have all the words, the greatest place first.
 *
 * @param table - A table that declares searched texts.
 * @returns At most `limit`, fewer only where there are no more. Whoever asks checks whose they are.
 */
export async function findByWords(
  database: Database,
  table: TableShape,
  asked: WordsAsked,
): Promise<FoundByWords[]> {
  return engineOf(database).findByWords(database, table, asked);
}
