/** The expressions that recheck was asked about, by their keys. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dir, "../../.ci/checked-expressions.json");

export interface CheckedExpressions {
  /** No text makes them run for long. */
  safe: string[];
  /** Nobody knows; they are measured. */
  undecided: string[];
}

export function readChecked(): CheckedExpressions {
  return JSON.parse(readFileSync(FILE, "utf8")) as CheckedExpressions;
}

export function writeChecked({ safe, undecided }: CheckedExpressions): void {
  const sorted = { safe: safe.toSorted(), undecided: undecided.toSorted() };
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
