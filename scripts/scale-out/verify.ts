/** Looks for what faults of any part may not do: lost or doubled records, wrong books, work that was given up on. */
import type { Figures } from "../../src/books/books.ts";
import { type StoreSettings, openDatabaseOf, openQuarantineOf } from "../../src/stores.ts";
import { readAllRows } from "../../test/all-rows.ts";
import type { Node } from "../../test/engines/node.ts";
import type { Ledger, Sender } from "../chaos/clients.ts";
import { checkBooks, compare, findInLogs, findInObjects, findLeftovers } from "../chaos/verify.ts";

/** What is compared with what. */
export interface Outcome {
  stores: StoreSettings;
  ledger: Ledger;
  figures: Figures;
  people: readonly Sender[];
  /** Any of them answers what was kept. */
  nodes: readonly Node[];
}

/** Returns what is wrong, in words. */
export async function findViolations({ stores, ledger, figures, people, nodes }: Outcome): Promise<string[]> {
  const readers = Object.fromEntries(people.map(({ organization, key }) => [organization, key]));
  const violations = [
    ...ledger.surprises.slice(0, 5).map((surprise) => `a client was answered ${surprise}`),
    ...checkBooks(figures, ledger.acknowledged.size),
    ...compare("the objects", ledger.acknowledged, await findInObjects(stores)),
    ...(await findLeftovers(stores)),
    ...(await findBlamed(stores)),
  ];
  for (const node of nodes) {
    const found = await findInLogs(node.url, readers);
    violations.push(...compare(`the answers of ${node.name}`, ledger.acknowledgedLogs, found));
  }
  return violations;
}

/** Tables of what the program has given up on. */
const GIVEN_UP = ["set_aside_sessions", "damaged_frames"];

/** Returns sessions and messages that were set aside: nothing is wrong with any of them. */
async function findBlamed(stores: StoreSettings): Promise<string[]> {
  const database = openDatabaseOf(stores, "read");
  try {
    const violations: string[] = [];
    for (const name of GIVEN_UP) {
      const rows = await readAllRows(database, name);
      if (rows.length > 0) violations.push(`${rows.length} rows of ${name}, as ${rows[0]}`);
    }
    const files = await openQuarantineOf(stores).list("");
    if (files.length > 0) violations.push(`${files.length} messages were quarantined, as ${files[0]?.key}`);
    return violations;
  } finally {
    await database.destroy();
  }
}
