/** Which page of a long list is shown; it is in the address, so that every page is a link. */

/** Where a page begins. */
export interface PagePlace {
  /** How many rows come before it. */
  before: number;
  /** The end of the time range on the first page, in milliseconds: a cursor works only with that range. */
  to: number;
  cursor: string;
}

/**
 * The parameter of the address for a page.
 *
 * @param list - What is asked for, as text that is equal for equal lists.
 */
export function writePlace({ before, to, cursor }: PagePlace, list: string): string {
  return [before, to, cursor, list].join("~");
}

/** Returns null for the first page, and for a place in another list: then that list begins anew. */
export function readPlace(parameter: string | null, list: string): PagePlace | null {
  const [before = "", to = "", cursor = "", ...rest] = (parameter ?? "").split("~");
  if (rest.join("~") !== list || cursor === "" || !/^\d+$/.test(before) || !/^\d+$/.test(to)) return null;
  return { before: Number(before), to: Number(to), cursor };
}
