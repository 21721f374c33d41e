/** A read worker: one read-only connection that answers one query at a time, off the main thread. */
import { isUnreachable } from "../database/open.ts";
import { onSnapshot } from "../database/transaction.ts";
import { rememberDays } from "../scores/days/keep-recent-days.ts";
import { openDatabaseOf, openObjectsOf } from "../stores.ts";
import { TimelineMemory } from "../sessions/timeline/memory.ts";
import { replyTo } from "./post-office.ts";
import { QUERIES, type Query } from "./queries.ts";
import type { ReadStores } from "./records/read-records.ts";
import { type FromWorker, TO_WORKER, type ToWorker } from "./read-message.ts";

declare const self: Worker;

type Places = Extract<ToWorker, { kind: "open" }>;

let places: Places | null = null;
let stores: ReadStores | null = null;

self.onmessage = (event: MessageEvent<unknown>) => {
  const message = TO_WORKER.parse(event.data);
  if (message.kind === "open") places = message;
  else void answer(message.id, QUERIES[message.name] as Query<unknown, unknown>, message.asked);
};

async function answer(id: number, query: Query<unknown, unknown>, asked: unknown): Promise<void> {
  const work = async () => {
    stores ??= openStores();
    const { database, ...others } = stores;
    return onSnapshot(database, (snapshot) => query({ ...others, database: snapshot }, asked));
  };
  // the server may have ended a connection that was idle; the next one is new
  const again = (error: unknown) => (isUnreachable(error) ? work() : Promise.reject(error));
  reply(await replyTo(id, () => work().catch(again)));
}

function openStores(): ReadStores {
  if (places === null) throw new Error("BUG: a query came before the places of the stores");
  const database = openDatabaseOf(places.stores, "read");
  rememberDays(database);
  return {
    database,
    objects: openObjectsOf(places.stores),
    prices: places.prices,
    timelines: new TimelineMemory(),
    damaged: (frame) => reply({ kind: "damage", frame }),
  };
}

function reply(message: FromWorker): void {
  self.postMessage(message);
}
