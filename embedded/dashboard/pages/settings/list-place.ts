/** Which page of a list of the settings is shown, and the pages before and after it. */
import { readPlace, writePlace } from "../../address/page-place.ts";
import { useAddressWith, useParameter } from "../../address/range.ts";
import type { PagerProps } from "../../parts/pager.tsx";

/** How many rows a page has. */
export const PAGE_ROWS = 50;

/** Where the page begins, as the address says. */
export interface ListPlace {
  before: number;
  /** null: the first page. */
  cursor: string | null;
}

/** @param list - The list's name, so that a place in another list means nothing. */
export function useListPlace(list: string): ListPlace {
  const [asked] = useParameter("page");
  const { before, cursor } = readPlace(asked, list) ?? { before: 0, cursor: null };
  return { before, cursor };
}

/** What was read of a list. */
interface ReadPage {
  rows: readonly unknown[];
  total: number | null;
  nextCursor: string | null;
}

/** The foot of the list. */
export function usePagerOf(list: string, { rows, total, nextCursor }: ReadPage): PagerProps {
  const { before } = useListPlace(list);
  const addressWith = useAddressWith();
  const after = before + rows.length;
  const next =
    nextCursor === null
      ? null
      : addressWith({ page: writePlace({ before: after, to: 0, cursor: nextCursor }, list) });
  return {
    before,
    shown: rows.length,
    total,
    pages: [
      { name: "First page", address: before === 0 ? null : addressWith({ page: null }) },
      { name: "Next page", address: next },
    ],
  };
}
