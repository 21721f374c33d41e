/** Answers which keys an organization has, those that were revoked among them. */
import type { Database } from "../../database/open.ts";
import { holdsText, sortedPage, type SortedPosition } from "../../vocabulary/lists/sorted-page.ts";
import { rowsToRead } from "../scope.ts";
import { describeKey, type KeyAnswer } from "./answer.ts";
import { listKeys } from "./issue.ts";

/** What keys are sorted by. */
export const KEY_SORTS = ["created", "name", "last_used"] as const;

/** What is asked for. */
export interface KeysQuery {
  organizationId: string;
  /** Only this developer's: an id or an e-mail as asked for; null for all. */
  developer: string | null;
  /** A part of a name; null for all. */
  searched: string | null;
  sort: (typeof KEY_SORTS)[number];
  order: "asc" | "desc";
  limit: number;
  after: SortedPosition | null;
}

/** One page. */
export interface KeysPage {
  keys: KeyAnswer[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: SortedPosition | null;
}

/** Reads one page. */
export async function readKeysPage(
  database: Database,
  { organizationId, developer, searched, sort, ...page }: KeysQuery,
): Promise<KeysPage> {
  const scope = { organizationId, onlyDeveloper: null };
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return { keys: [], total: 0, next: null };
  const { developerIds, developers } = readable;
  const keys = (await listKeys(database, organizationId))
    .filter(
      ({ developerId }) =>
        developerIds === null || (developerId !== null && developerIds.includes(developerId)),
    )
    .map((key) => describeKey(key, developers))
    .filter(({ id, name, developer: whose }) =>
      holdsText(searched, [id, name, whose?.name ?? null, whose?.email ?? null]),
    );
  const positionOf = (key: KeyAnswer): SortedPosition => ({ by: SORTED_BY[sort](key), id: key.id });
  const { rows, total, next } = sortedPage(keys, { positionOf, ...page });
  return { keys: rows, total, next };
}

/** A key that was never used comes where the oldest do. */
const SORTED_BY: Readonly<Record<KeysQuery["sort"], (key: KeyAnswer) => string>> = {
  created: ({ createdAt }) => createdAt,
  name: ({ name }) => name.toLowerCase(),
  last_used: ({ lastUsedAt }) => lastUsedAt ?? "",
};
