/** The same records on an appliance of one machine, whose rows are what all others have to be. */
import { join } from "node:path";
import { localStores, openDatabaseOf, type StoreSettings } from "../../src/stores.ts";
import { Node } from "../../test/engines/node.ts";
import { startClients } from "../chaos/clients.ts";
import { type Comparison, compareRows } from "./compare-rows.ts";
import { clientsOf, type Day, requestsOfDay } from "./day.ts";
import { beginImports, copyPeople, endImports } from "./people.ts";
import { learned, settled } from "./settle.ts";

/** What is sent to it, and what it is compared with. */
export interface OneMachine {
  folder: string;
  program: readonly string[];
  day: Day;
  /** Of the installation. */
  stores: StoreSettings;
}

/** Sends the day to an appliance of one machine and compares the rows. */
export async function compareWithOneMachine({
  folder,
  program,
  day,
  stores,
}: OneMachine): Promise<Comparison> {
  const node = new Node({ name: "one-machine", role: "all", program, folder, flags: [] });
  node.start();
  await node.ready();
  const local = localStores(join(node.directory));
  const [ours, theirs] = [openDatabaseOf(stores, "read"), openDatabaseOf(local, "write")];
  try {
    await copyPeople(ours, theirs, day.organizations);
    await beginImports(theirs, day.organizations);
    const clients = startClients({
      urls: [node.url],
      clients: clientsOf(day),
      seed: day.seed,
      requestsOf: requestsOfDay(day),
      mostPauseMs: () => 0,
    });
    await clients.sentAll;
    await settled(local, clients.ledger.requests);
    await endImports(theirs, day.organizations);
    await learned(local);
    const organizations = day.organizations.map(({ organization }) => organization);
    return await compareRows(ours, theirs, organizations);
  } finally {
    await ours.destroy();
    await theirs.destroy();
    await node.stop();
  }
}
