/** The price table that the settings ask for. */
import { readFileSync } from "node:fs";
import { loadPriceTable, type PriceTable } from "../prices/price-table.ts";
import { bundledPrices } from "../prices/snapshot.ts";
import type { Settings } from "../settings/schema.ts";

/**
 * Puts the owner's price file, when there is one, over the bundled snapshot.
 *
 * @throws An exception that says what is wrong with the file.
 */
export function loadPrices({ pricesFile }: Pick<Settings, "pricesFile">): PriceTable {
  const loaded = loadPriceTable(bundledPrices, pricesFile === null ? null : readOwn(pricesFile));
  if (!loaded.ok) throw new Error(`prices_file ${pricesFile}: ${loaded.problem.message}`);
  return loaded.value;
}

function readOwn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(`prices_file ${path} cannot be read; name one that exists, or take the setting away`, {
      cause,
    });
  }
}
