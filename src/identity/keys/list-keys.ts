/** Answers which keys an organization has, those that were revoked among them. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { countedTotal, cutPage } from "../../vocabulary/page.ts";
import { rowsToRead } from "../scope.ts";
import { describeKey, type KeyAnswer } from "./answer.ts";
import { listKeys } from "./issue.ts";
import type { KeyRecord } from "./table.ts";

/** Where a page ends; keys come by their making, the newest first. */
export const KEY_POSITION = z.object({ createdAt: z.int(), id: z.string() });
type KeyPosition = z.infer<typeof KEY_POSITION>;

/** What is asked for. */
export interface KeysQuery {
  organizationId: string;
  /** Only this developer's: an id or an e-mail as asked for; null for all. */
  developer: string | null;
  limit: number;
  after: KeyPosition | null;
}

/** One page. */
export interface KeysPage {
  keys: KeyAnswer[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: KeyPosition | null;
}

/** Reads one page. */
export async function readKeysPage(
  database: Database,
  { organizationId, developer, limit, after }: KeysQuery,
): Promise<KeysPage> {
  const scope = { organizationId, onlyDeveloper: null };
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return { keys: [], total: 0, next: null };
  const { developerIds, developers } = readable;
  const all = (await listKeys(database, organizationId))
    .filter(
      ({ developerId }) =>
        developerIds === null || (developerId !== null && developerIds.includes(developerId)),
    )
    .toReversed();
  const left = all.filter((key) => after === null || comesAfter(key, after));
  const { rows, next } = cutPage(left, limit, ({ createdAt, id }) => ({ createdAt, id }));
  return { keys: rows.map((key) => describeKey(key, developers)), total: countedTotal(all.length), next };
}

function comesAfter({ createdAt, id }: KeyRecord, after: KeyPosition): boolean {
  return createdAt < after.createdAt || (createdAt === after.createdAt && id < after.id);
}
