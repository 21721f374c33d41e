/** In which order tables are copied, so that what a row refers to is there before it. */
import type { TableShape } from "../columns.ts";

/**
 * Sorts tables: those that others refer to go first.
 *
 * @throws When tables refer to each other in a circle, or to one that is not among them.
 */
export function inOrderOfReference(shapes: readonly TableShape[]): TableShape[] {
  const sorted: TableShape[] = [];
  const names = new Set<string>();
  for (let left = [...shapes]; left.length > 0;) {
    const ready = left.filter((shape) => othersOf(shape).every((name) => names.has(name)));
    if (ready.length === 0)
      throw new Error(`BUG: ${left.map(({ name }) => name).join()} refer to each other`);
    sorted.push(...ready);
    for (const { name } of ready) names.add(name);
    left = left.filter(({ name }) => !names.has(name));
  }
  return sorted;
}

/**
 * Returns the columns whose values are looked up in the same table: a row may refer to one that is copied later.
 *
 * @param shape - The table.
 */
export function columnsWithin({ name, columns }: TableShape): string[] {
  return Object.entries(columns).flatMap(([column, { refersTo }]) =>
    refersTo?.startsWith(`${name}.`) === true ? [column] : [],
  );
}

function othersOf({ name, columns }: TableShape): string[] {
  const tables = Object.values(columns).flatMap(({ refersTo }) => refersTo?.split(".")[0] ?? []);
  return tables.filter((table) => table !== name);
}
