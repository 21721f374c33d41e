/** Says which tables and indexes the pages belong to that were written. */
import { Database } from "bun:sqlite";
import type { LogWrites } from "./log-frames.ts";

/** A table or an index, what of it was written, and how large it is in the end. */
export interface TableWrites {
  /** An index has its table's name before its own. */
  name: string;
  /** Into the log and back into the database. */
  loggedBytes: number;
  writtenBackBytes: number;
  sizeBytes: number;
  /** Of its pages, how much holds nothing. */
  unusedShare: number;
}

interface TablePages {
  name: string;
  pages: number;
  unused: number;
}

/**
 * Reads the database, which the program has closed.
 *
 * @returns Those of which most was written first. A page that is in no table at the end is of "(free pages)".
 */
export function writesByTable(path: string, { pageBytes, pages: written }: LogWrites): TableWrites[] {
  const database = new Database(path, { readonly: true });
  const tables = new Map<string, TablePages>();
  const byPage = new Map<number, string>();
  for (const { name, pageno, unused } of database.query<PageRow, []>(PAGES).iterate()) {
    const table = tables.get(name) ?? { name, pages: 0, unused: 0 };
    tables.set(name, { name, pages: table.pages + 1, unused: table.unused + unused });
    byPage.set(pageno, name);
  }
  const owners = new Map(
    database
      .query<Owner, []>(OWNERS)
      .all()
      .map(({ name, owner }) => [name, owner]),
  );
  database.close();
  const sums = new Map([...tables].map(([name, table]) => [name, emptyWrites(nameOf(name, owners), table)]));
  for (const [page, { logged, writtenBack }] of written) {
    const name = byPage.get(page) ?? FREE;
    const sum = sums.get(name) ?? emptyWrites(name, { name, pages: 0, unused: 0 });
    sum.loggedBytes += logged * pageBytes;
    sum.writtenBackBytes += writtenBack * pageBytes;
    sums.set(name, sum);
  }
  return [...sums.values()].toSorted((left, right) => totalOf(right) - totalOf(left));

  function emptyWrites(name: string, { pages, unused }: TablePages): TableWrites {
    const sizeBytes = pages * pageBytes;
    const unusedShare = sizeBytes === 0 ? 0 : unused / sizeBytes;
    return { name, loggedBytes: 0, writtenBackBytes: 0, sizeBytes, unusedShare };
  }
}

interface PageRow {
  name: string;
  pageno: number;
  unused: number;
}

interface Owner {
  name: string;
  owner: string;
}

const FREE = "(free pages)";
const PAGES = "select name, pageno, unused from dbstat";
const OWNERS = "select name, tbl_name as owner from sqlite_schema where type = 'index'";

function nameOf(name: string, owners: ReadonlyMap<string, string>): string {
  const owner = owners.get(name);
  if (owner === undefined) return name;
  return name.startsWith("sqlite_autoindex_") ? `${owner}: its key` : `${owner}: ${name}`;
}

function totalOf({ loggedBytes, writtenBackBytes }: TableWrites): number {
  return loggedBytes + writtenBackBytes;
}
