/** The foot of a list with pages: which rows these are, and what leads to the others. */
import { Link } from "wouter";
import { formatCount } from "../words/numbers.ts";

export interface PagerProps {
  /** How many rows come before these. */
  before: number;
  shown: number;
  /** null: more than were counted. */
  total: number | null;
  /** The previous and next page; the address is null where there is none. */
  pages: readonly { name: string; address: string | null }[];
}

export function Pager({ before, shown, total, pages }: PagerProps) {
  const beside = pages.flatMap(({ name, address }) => (address === null ? [] : [{ name, address }]));
  if (beside.length === 0) return null;
  return (
    <nav className="table-foot" aria-label="Pages of the list">
      <span>
        {formatCount(before + 1)} to {formatCount(before + shown)} of{" "}
        {total === null ? "more than 10,000" : formatCount(total)}
      </span>
      <span className="pager">
        {beside.map(({ name, address }) => (
          <Link key={name} className="button small" href={address}>
            {name}
          </Link>
        ))}
      </span>
    </nav>
  );
}

/** What is known of the pages, as `useInfiniteQuery` returns it. */
interface GrowingPages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Reads the next page of a list that grows on the page; it is gone once everything is there. */
export function MoreButton({ pages }: { pages: GrowingPages }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="button"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? "Reading…" : "Show more"}
    </button>
  );
}
