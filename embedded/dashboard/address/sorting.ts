/** How a list is sorted and searched; it is in the address, so that every view is a link. */
import { useParameter, useChangeParameters } from "./range.ts";

/** What rows are sorted by, and in which order. */
export interface Sort<Name extends string> {
  sort: Name;
  order: "asc" | "desc";
}

/** Reads "name" or "-name"; the usual one for anything that is not known. */
export function sortIn<Name extends string>(
  parameter: string | null,
  known: readonly Name[],
  usual: Sort<Name>,
): Sort<Name> {
  const sort = known.find((name) => name === parameter?.replace(/^-/, ""));
  if (sort === undefined) return usual;
  return { sort, order: parameter?.startsWith("-") === true ? "desc" : "asc" };
}

/** How the head of a column shows and changes the order. */
export interface ColumnSort {
  /** null: the list is sorted by another column. */
  order: "asc" | "desc" | null;
  toggle(): void;
}

/**
 * The order of a list.
 *
 * @returns The order, and what a column's head needs; a first press sorts names from A, and times from the newest.
 */
export function useSort<Name extends string>(
  known: readonly Name[],
  usual: Sort<Name>,
): [Sort<Name>, (name: Name, first?: Sort<Name>["order"]) => ColumnSort] {
  const [asked] = useParameter("sort");
  const change = useChangeParameters();
  const current = sortIn(asked, known, usual);
  const columnSort = (name: Name, first: Sort<Name>["order"] = "asc"): ColumnSort => {
    const order = current.sort === name ? current.order : null;
    const next = order === null ? first : order === "asc" ? "desc" : "asc";
    const isUsual = name === usual.sort && next === usual.order;
    return {
      order,
      toggle: () => change({ sort: isUsual ? null : `${next === "desc" ? "-" : ""}${name}`, page: null }),
    };
  };
  return [current, columnSort];
}

/** What a list is searched for; null for nothing. */
export function useSearched(): [string | null, (text: string) => void] {
  const [asked] = useParameter("q");
  const change = useChangeParameters();
  const text = asked?.trim() ?? "";
  return [
    text === "" ? null : text,
    (typed) => change({ q: typed.trim() === "" ? null : typed, page: null }),
  ];
}
