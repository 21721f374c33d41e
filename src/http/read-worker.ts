/** A read worker: one read-only connection that answers one query at a time, off the main thread. */
import { type Database, openDatabase } from "../database/open.ts";
import { describeError } from "../vocabulary/log.ts";
import { QUERIES, type Query } from "./queries.ts";
import { type FromWorker, TO_WORKER } from "./read-message.ts";

declare const self: Worker;

let path = "";
let database: Database | null = null;

self.onmessage = (event: MessageEvent<unknown>) => {
  const message = TO_WORKER.parse(event.data);
  if (message.kind === "open") path = message.path;
  else void answer(message.id, QUERIES[message.name] as Query<unknown, unknown>, message.asked);
};

async function answer(id: number, query: Query<unknown, unknown>, asked: unknown): Promise<void> {
  reply(await attempt(id, query, asked));
}

/** The border between threads: an exception cannot cross it, its message can. */
async function attempt(id: number, query: Query<unknown, unknown>, asked: unknown): Promise<FromWorker> {
  try {
    database ??= openDatabase(path, "read");
    return { kind: "answer", id, answer: await query(database, asked) };
  } catch (error) {
    return { kind: "failure", id, message: describeError(error) };
  }
}

function reply(message: FromWorker): void {
  self.postMessage(message);
}
