/** Clients that send a request, the same bytes each time, until it is acknowledged or there is no hope. */
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { makeRequest, type Request } from "./bodies.ts";

/** A key to send with, and whose it is. */
export interface Sender {
  organization: string;
  key: string;
}

/** What was answered, and what the appliance must hold now. */
export interface Ledger {
  /** Organization of each record that was acknowledged, by the record's id. */
  acknowledged: Map<string, string>;
  /** The same, only of log records. */
  acknowledgedLogs: Map<string, string>;
  requests: number;
  attempts: number;
  bytes: number;
  /** Answers by status; 0 where the connection broke. */
  statuses: Map<number, number>;
  /** Answers that no client should ever see, in words. */
  surprises: string[];
}

/** What a client sends next, and with which key. */
export interface Outgoing {
  sender: Sender;
  request: Request;
}

/** Clients at work. */
export interface Clients {
  ledger: Ledger;
  /** Resolves when every client has sent all that it had to send; never where that has no end. */
  sentAll: Promise<void>;
  /** No new requests; resolves when the last one is acknowledged, or given up, which the ledger shows. */
  finish(): Promise<void>;
}

interface Load {
  /** Where to send to; each attempt goes to any of them. */
  urls: readonly [string, ...string[]];
  clients: number;
  seed: number;
  /** Returns what that client sends. */
  requestsOf(client: number): Iterable<Outgoing>;
  /** Between two requests of a client, at most. */
  mostPauseMs?: () => number;
}

/** Returns requests of every kind and size without end, from any of the senders. */
export function anyRequests(seed: number, senders: readonly [Sender, ...Sender[]]): Load["requestsOf"] {
  return function* (client) {
    const random = createRandom(`${seed} ${client} what`);
    for (let number = 0; ; number += 1)
      yield { sender: random.pick(senders), request: makeRequest(random, `${seed}-${client}-${number}`) };
  };
}

const TIMEOUT_MS = 10_000;
const MOST_PAUSE_MS = 30;
const RETRY_MS = { least: 10, most: 250 };
const EXPECTED_STATUSES = [0, 200, 503];
/** Nothing is killed any more then: what is not acknowledged by now never will be. */
const GIVEN_UP_AFTER_MS = 120_000;

/** Starts them. */
export function startClients(load: Load): Clients {
  const ledger: Ledger = {
    acknowledged: new Map(),
    acknowledgedLogs: new Map(),
    requests: 0,
    attempts: 0,
    bytes: 0,
    statuses: new Map(),
    surprises: [],
  };
  let finishing = false;
  let giveUpAt = Number.POSITIVE_INFINITY;
  const isHopeless = () => performance.now() > giveUpAt;
  async function run(client: number): Promise<void> {
    const random = createRandom(`${load.seed} ${client}`);
    for (const outgoing of load.requestsOf(client)) {
      if (finishing) return;
      await sendUntilAcknowledged({ urls: load.urls, ...outgoing, isHopeless }, ledger, random);
      await Bun.sleep(random.whole(0, load.mostPauseMs?.() ?? MOST_PAUSE_MS));
    }
  }
  const running = Array.from({ length: load.clients }, (_, client) => run(client));
  const sentAll = Promise.all(running).then(() => {});
  return {
    ledger,
    sentAll,
    finish: async () => {
      finishing = true;
      giveUpAt = performance.now() + GIVEN_UP_AFTER_MS;
      await sentAll;
    },
  };
}

interface Sending {
  urls: Load["urls"];
  sender: Sender;
  request: Request;
  isHopeless(): boolean;
}

async function sendUntilAcknowledged(sending: Sending, ledger: Ledger, random: Random): Promise<void> {
  const { request, sender } = sending;
  ledger.requests += 1;
  ledger.bytes += request.bytes.byteLength;
  for (;;) {
    const status = await send({ ...sending, url: random.pick(sending.urls) }, ledger);
    if (status === 200) break;
    // noted as a surprise, and the same bytes would be answered the same again
    if (!EXPECTED_STATUSES.includes(status)) return;
    if (sending.isHopeless()) {
      ledger.surprises.push(`${status} until ${GIVEN_UP_AFTER_MS / 1_000} s after the last kill`);
      return;
    }
    await Bun.sleep(random.whole(RETRY_MS.least, RETRY_MS.most));
  }
  for (const id of request.ids) {
    ledger.acknowledged.set(id, sender.organization);
    if (request.signal === "logs") ledger.acknowledgedLogs.set(id, sender.organization);
  }
}

async function send({ url, sender, request }: Sending & { url: string }, ledger: Ledger): Promise<number> {
  ledger.attempts += 1;
  const { status, text, retryAfter } = await post(`${url}/v1/${request.signal}`, sender.key, request);
  ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1);
  if (!EXPECTED_STATUSES.includes(status)) ledger.surprises.push(`${status} ${text}`);
  if (status === 200 && text !== "{}") ledger.surprises.push(`200 ${text}`);
  if (status === 503 && retryAfter !== "5") ledger.surprises.push(`503 with Retry-After ${retryAfter}`);
  return status;
}

async function post(url: string, key: string, { bytes, gzip }: Request) {
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
  };
  if (gzip) headers["content-encoding"] = "gzip";
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body: bytes,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    return { status: answer.status, text, retryAfter: answer.headers.get("retry-after") };
  } catch {
    return { status: 0, text: "", retryAfter: null };
  }
}
