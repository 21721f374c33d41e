/** Answers who the developers are whose rows a caller may read. */
import { z } from "zod";
import { developersLabelled } from "../../database/labels/session-labels-table.ts";
import type { Database } from "../../database/open.ts";
import { countedTotal, cutPage } from "../../vocabulary/page.ts";
import { type ReadScope, rowsToRead } from "../scope.ts";
import { describeDeveloper, type DeveloperAnswer } from "./answer.ts";
import { idsOf } from "./directory.ts";

/** Where a page ends; developers come by name, then id. */
export const DEVELOPER_POSITION = z.object({ name: z.string(), id: z.string() });
type DeveloperPosition = z.infer<typeof DEVELOPER_POSITION>;

/** What is asked for. */
export interface DevelopersQuery {
  scope: ReadScope;
  /** An id or an e-mail as asked for; null for all. */
  developer: string | null;
  limit: number;
  after: DeveloperPosition | null;
}

/** One page. */
export interface DevelopersPage {
  developers: DeveloperAnswer[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: DeveloperPosition | null;
}

/** Reads one page; a bound member key finds only its own developer, a lead those with sessions of the labels. */
export async function listDevelopers(
  database: Database,
  { scope, developer: wanted, limit, after }: DevelopersQuery,
): Promise<DevelopersPage> {
  const readable = await rowsToRead(database, scope, wanted);
  if (readable === null) return { developers: [], total: 0, next: null };
  const { developerIds, developers, labels } = readable;
  const { organizationId: organization } = scope;
  const seen = labels === null ? null : await developersLabelled(database, { organization, labels });
  const all = [...developers]
    .filter(
      ([id, { id: survivor }]) =>
        id === survivor &&
        (developerIds === null || developerIds.includes(id)) &&
        (seen === null || idsOf(id, developers).some((of) => seen.has(of))),
    )
    .map(([, developer]) => describeDeveloper(developer))
    .toSorted(byNameThenId);
  const left = all.filter((developer) => after === null || byNameThenId(after, developer) < 0);
  const { rows, next } = cutPage(left, limit, ({ name, id }) => ({ name, id }));
  return { developers: rows, total: countedTotal(all.length), next };
}

/** The order of lists of developers: by name, whatever the machine's language; then by id. */
export function byNameThenId(left: DeveloperPosition, right: DeveloperPosition): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return Math.sign(Number(left.id > right.id) - Number(left.id < right.id));
}
