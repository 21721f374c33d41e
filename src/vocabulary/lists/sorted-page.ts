/** Pages of lists that are held whole: sorted by what is asked for, and continued behind a row. */
import { z } from "zod";
import { countedTotal, cutPage } from "../page.ts";

/** The value that a row is sorted by, and its id, which decides between equal ones. */
export const SORTED_POSITION = z.object({ by: z.union([z.string(), z.number()]), id: z.string() });
export type SortedPosition = z.infer<typeof SORTED_POSITION>;

/** In which order, and where a page begins. */
export interface SortedPageQuery<Row> {
  positionOf(row: Row): SortedPosition;
  order: "asc" | "desc";
  limit: number;
  after: SortedPosition | null;
}

/** One page. */
export interface SortedPage<Row> {
  rows: Row[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: SortedPosition | null;
}

/** Sorts the rows and takes a page. */
export function sortedPage<Row>(
  all: readonly Row[],
  { positionOf, order, limit, after }: SortedPageQuery<Row>,
): SortedPage<Row> {
  const compare = (left: SortedPosition, right: SortedPosition): number =>
    order === "asc" ? comparePositions(left, right) : comparePositions(right, left);
  const behind = all
    .map((row) => ({ row, position: positionOf(row) }))
    .filter(({ position }) => after === null || compare(after, position) < 0)
    .toSorted((left, right) => compare(left.position, right.position));
  const { rows, next } = cutPage(behind, limit, ({ position }) => position);
  return { rows: rows.map(({ row }) => row), total: countedTotal(all.length), next };
}

/** By text whatever the machine's language, then by id. */
function comparePositions(left: SortedPosition, right: SortedPosition): number {
  if (left.by !== right.by) return left.by < right.by ? -1 : 1;
  return Math.sign(Number(left.id > right.id) - Number(left.id < right.id));
}

/** Says whether one of the texts holds what was searched for, whatever their case; null finds everything. */
export function holdsText(searched: string | null, texts: readonly (string | null)[]): boolean {
  if (searched === null) return true;
  const wanted = searched.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}
