/** What was taken and earned, as tables of amounts show it. */
import type { Locator } from "playwright-core";

/** Reads the numbers of each row, taken and earned on each axis; nothing counts as 0. */
async function amountsOf(rows: Locator): Promise<number[][]> {
  const texts = await rows.evaluateAll((found) =>
    found.map((row) => Array.from(row.querySelectorAll("td.numbers"), (cell) => cell.textContent)),
  );
  return texts.map((row) =>
    row.map((text) => Number(text.replaceAll(",", "").replace("−", "-").replace("–", "0"))),
  );
}

/** Adds up the columns of a table, what an outcome takes away too; `total` is what its last line shows. */
export async function addUp(table: Locator): Promise<{ rows: number; sums: string[]; total: string[] }> {
  const rows = await amountsOf(table.locator("tbody tr"));
  const limits = await amountsOf(table.locator("tfoot tr.limit"));
  const [total = []] = await amountsOf(table.locator("tfoot tr.sum").last());
  const sums = total.map((_, at) => [...rows, ...limits].reduce((sum, row) => sum + (row[at] ?? 0), 0));
  const shown = (numbers: readonly number[]): string[] => numbers.map((number) => number.toFixed(2));
  return { rows: rows.length, sums: shown(sums), total: shown(total) };
}
