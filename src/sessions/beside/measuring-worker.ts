/** A measuring thread: works rows out on a read-only connection, while the engine's thread saves those of others. */
import { isFaultOfTheWork } from "../../attempts/blame.ts";
import type { Database } from "../../database/open.ts";
import { onSnapshot } from "../../database/transaction.ts";
import { openDatabaseOf } from "../../stores.ts";
import { describeError } from "../../vocabulary/log.ts";
import type { FromBeside, ToBeside } from "./beside-message.ts";
import { measureBeside } from "./measure-beside.ts";

declare const self: Worker;

let opened: (Extract<ToBeside, { kind: "open" }> & { database: Database }) | null = null;
/** A connection has one snapshot at a time. */
let last = Promise.resolve();

self.onmessage = (event: MessageEvent<ToBeside>) => {
  const message = event.data;
  if (message.kind === "open") opened = { ...message, database: openDatabaseOf(message, "read") };
  else last = last.then(() => measure(message));
};

async function measure({ id, asked }: Extract<ToBeside, { kind: "measure" }>): Promise<void> {
  try {
    if (opened === null) throw new Error("BUG: sessions came before the place of the database");
    const { database, prices } = opened;
    const answer = await onSnapshot(database, (snapshot) => measureBeside(snapshot, asked, prices));
    reply({ kind: "measured", id, answer });
  } catch (error) {
    reply({ kind: "failed", id, reason: describeError(error), ofTheWork: isFaultOfTheWork(error) });
  }
}

function reply(message: FromBeside): void {
  self.postMessage(message);
}
