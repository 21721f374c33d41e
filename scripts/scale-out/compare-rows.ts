/** Compares what two databases derived from the same records. */
import type { Database } from "../../src/database/engine.ts";
import { canonicalDump } from "../../test/appliance/canonical-dump.ts";

/** What came of it. */
export interface Comparison {
  tables: number;
  rows: number;
  /** A line for each table that differs. */
  differences: string[];
}

/**
 * Compares the rows of some organizations.
 *
 * @param organizations - The ids; rows of others are left out, and rows of none.
 */
export async function compareRows(
  left: Database,
  right: Database,
  organizations: readonly string[],
): Promise<Comparison> {
  return compareDumps(await dumpOf(left, organizations), await dumpOf(right, organizations));
}

/** Compares what was read of two databases. */
export function compareDumps(ours: Dump, theirs: Dump): Comparison {
  const names = [...new Set([...ours.keys(), ...theirs.keys()])];
  const differences = names.flatMap((name) =>
    differenceOf(name, ours.get(name) ?? [], theirs.get(name) ?? []),
  );
  const rows = [...ours.values()].reduce((sum, each) => sum + each.length, 0);
  return { tables: names.length, rows, differences };
}

/** Derived rows of some organizations, by table. */
export type Dump = ReadonlyMap<string, readonly string[]>;

/** Reads them. */
export async function dumpOf(database: Database, organizations: readonly string[]): Promise<Dump> {
  const dump = await canonicalDump(database);
  const theirs = (row: string) => organizations.includes(String(JSON.parse(row)["organization"]));
  return new Map(Object.entries(dump).map(([name, rows]) => [name, rows.filter(theirs)]));
}

function differenceOf(name: string, left: readonly string[], right: readonly string[]): string[] {
  const [here, there] = [countsOf(left), countsOf(right)];
  const onlyIn = (these: ReadonlyMap<string, number>, those: ReadonlyMap<string, number>) =>
    [...these].filter(([row, count]) => (those.get(row) ?? 0) < count).map(([row]) => row);
  const [extra, missing] = [onlyIn(here, there), onlyIn(there, here)];
  if (extra.length + missing.length === 0) return [];
  const example = extra[0] === undefined ? "" : `; ${closest(extra[0], missing)}`;
  return [
    `${name}: ${extra.length} of ${left.length} rows differ from ${missing.length} of ${right.length}${example}`,
  ];
}

const LONGEST_EXAMPLE = 800;

/** Returns how a row differs from the one that is most like it. */
function closest(row: string, others: readonly string[]): string {
  const ours = JSON.parse(row) as Record<string, unknown>;
  const differing = others.slice(0, MOST_COMPARED).map((other) => {
    const theirs = JSON.parse(other) as Record<string, unknown>;
    const names = Object.keys(ours).filter((name) => ours[name] !== theirs[name]);
    return names.map((name) => `${name} ${JSON.stringify(ours[name])}, ${JSON.stringify(theirs[name])}`);
  });
  const [least] = differing.toSorted((left, right) => left.length - right.length);
  return (least?.join("; ") ?? `no other has ${row}`).slice(0, LONGEST_EXAMPLE);
}

const MOST_COMPARED = 5_000;

function countsOf(rows: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}
