/** The foot of a list in a window of time: which rows these are, the first page, and the one after this. */
import { writePlace } from "../address/page-place.ts";
import { useAddressWith } from "../address/range.ts";
import { Pager } from "./pager.tsx";

export interface TimePagerProps {
  /** How many rows come before these, and how many these are. */
  before: number;
  shown: number;
  /** The rest of the response; `to` is the end of the time range that the cursor works with. */
  found: { total: number | null; nextCursor: string | null; to: number };
  /** What is asked for, as text that is equal for equal lists. */
  list: string;
  /** What the two pages are called; of a list by time when left out. */
  names?: readonly [first: string, after: string];
}

const BY_TIME = ["Newest", "Older"] as const;

export function TimePager({ before, shown, found, list, names = BY_TIME }: TimePagerProps) {
  const { total, nextCursor, to } = found;
  const addressWith = useAddressWith();
  const after =
    nextCursor === null ? null : writePlace({ before: before + shown, to, cursor: nextCursor }, list);
  return (
    <Pager
      before={before}
      shown={shown}
      total={total}
      pages={[
        { name: names[0], address: before === 0 ? null : addressWith({ page: null }) },
        { name: names[1], address: after === null ? null : addressWith({ page: after }) },
      ]}
    />
  );
}
