/** The foot of a list by time: which rows these are, the newest page, and the older ones. */
import { writePlace } from "../address/page-place.ts";
import { useAddressWith } from "../address/range.ts";
import { Pager } from "./pager.tsx";

export interface TimePagerProps {
  /** How many rows come before these, and how many these are. */
  before: number;
  shown: number;
  /** What was answered beside the rows; `to` is the end of the window that the cursor serves. */
  found: { total: number | null; nextCursor: string | null; to: number };
  /** What is asked for, as text that is equal for equal lists. */
  list: string;
}

export function TimePager({ before, shown, found: { total, nextCursor, to }, list }: TimePagerProps) {
  const addressWith = useAddressWith();
  const older =
    nextCursor === null ? null : writePlace({ before: before + shown, to, cursor: nextCursor }, list);
  return (
    <Pager
      before={before}
      shown={shown}
      total={total}
      pages={[
        { name: "Newest", address: before === 0 ? null : addressWith({ page: null }) },
        { name: "Older", address: older === null ? null : addressWith({ page: older }) },
      ]}
    />
  );
}
