/**
 * One connection to PostgreSQL, taken by one at a time and made again when it breaks.
 *
 * Each thread that reads has its own, as with SQLite, and the engine's transactions follow each other on one.
 */
import type { Client, ClientConfig, QueryResult } from "pg";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { readServerAddress, type ServerPlace } from "./server-address.ts";
import { DatabaseUnavailable, endsConnection } from "./unavailable.ts";

const CONNECT_WITHIN_MS: Milliseconds = 10_000;
/** A connection that is cut without a word is given up after so long without an answer. */
const FIRST_PROBE_MS: Milliseconds = 5_000;
/** A process that hangs in the middle of a transaction does not keep others from their rows. */
const IDLE_IN_TRANSACTION_MS: Milliseconds = 30_000;
const LOCK_WITHIN_MS: Milliseconds = 60_000;
/** A statement of a reader that a server does not answer at all is given up so much later than it would end it. */
const LATER_MS: Milliseconds = 5_000;

/** As Kysely's dialect takes it. */
interface Taken {
  query(text: string, parameters?: readonly unknown[]): Promise<QueryResult>;
  /** @param isBroken - It is made again for whoever comes next. */
  release(isBroken?: boolean): void;
}

/** What the server said of changes. */
export const CHANNEL = "scoring_changes";

/** A pool of one. */
export class OneConnection {
  private free: Promise<void> = Promise.resolve();
  private client: Client | null = null;
  private ended = false;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly place: ServerPlace,
    private readonly mode: "write" | "read",
  ) {}

  /** Waits until it is free, and connects when it is not. */
  async connect(): Promise<Taken> {
    const before = this.free;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    this.free = promise;
    await before;
    try {
      const client = (this.client ??= await this.open());
      let last: Promise<unknown> = Promise.resolve();
      const query = (text: string, parameters: readonly unknown[] = []) => {
        const asked = last.then(() => this.ask(client, text, parameters));
        last = asked.catch(() => {});
        return asked;
      };
      return {
        query,
        release: (isBroken = false) => {
          if (isBroken) this.forget(client);
          release();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Calls back whenever another node has committed a change, and when one may have been missed. */
  async listen(callback: () => void): Promise<() => void> {
    this.listeners.add(callback); // whoever connects next listens for it
    const taken = await this.connect();
    await taken.query(`listen ${CHANNEL}`).finally(() => taken.release());
    return () => this.listeners.delete(callback);
  }

  async end(): Promise<void> {
    this.ended = true;
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => {}); // the server has ended it already
  }

  private async open(): Promise<Client> {
    if (this.ended) throw new Error("BUG: a database is asked that was closed");
    // not before it is needed: whoever stays with SQLite does not pay for it
    const { Client: NewClient } = await import("pg");
    const client = new NewClient(configOf(this.place, this.mode));
    client.on("error", () => this.forget(client));
    client.on("end", () => this.forget(client));
    client.on("notification", ({ payload }) => {
      if (payload !== this.place.node) this.report();
    });
    try {
      await client.connect();
      if (this.listeners.size > 0) {
        await client.query(`listen ${CHANNEL}`);
        this.report(); // what was said meanwhile nobody heard
      }
      return client;
    } catch (cause) {
      this.forget(client);
      throw isRefusal(cause) ? cause : new DatabaseUnavailable("connecting to PostgreSQL", { cause });
    }
  }

  private async ask(client: Client, text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (this.client !== client) throw new DatabaseUnavailable("the connection to PostgreSQL was lost");
    try {
      // several statements in one text give several results, of which the last counts
      const result: QueryResult | QueryResult[] =
        parameters.length === 0
          ? await client.query(text)
          : await client.query(text, parameters.map(storable));
      return Array.isArray(result) ? (result.at(-1) as QueryResult) : result;
    } catch (cause) {
      if (!endsConnection(cause)) throw cause;
      this.forget(client);
      throw new DatabaseUnavailable("the connection to PostgreSQL was lost", { cause });
    }
  }

  private forget(client: Client): void {
    if (this.client === client) this.client = null;
    client.end().catch(() => {});
  }

  private report(): void {
    for (const callback of this.listeners) callback();
  }
}

/** Wrong names and passwords are nothing that passes: the server says so in words that help. */
function isRefusal(cause: unknown): boolean {
  return !endsConnection(cause);
}

function configOf(place: ServerPlace, mode: "write" | "read"): ClientConfig {
  const { tls, ...address } = readServerAddress(place);
  const reads = mode === "read";
  return {
    ...address,
    ssl: tls === null ? false : { ca: tls.ca, ...CHECKS[tls.checks] },
    application_name: place.applicationName,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_PROBE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    lock_timeout: LOCK_WITHIN_MS,
    ...(reads && {
      statement_timeout: place.readWithin,
      query_timeout: place.readWithin + LATER_MS,
      options: "-c default_transaction_read_only=on",
    }),
    types: { getTypeParser: parserOf as never },
  };
}

const CHECKS = {
  nothing: { rejectUnauthorized: false },
  issuer: { rejectUnauthorized: true, checkServerIdentity: () => undefined },
  issuer_and_name: { rejectUnauthorized: true },
} as const;

const [BYTES, BIGINT, NUMERIC] = [17, 20, 1_700];
const NUMBERS: ReadonlySet<number> = new Set([21, 23, 26, 700, 701, BIGINT, NUMERIC]);

/** Integers of 64 bits and sums come as numbers, as SQLite gives them; what else comes as text stays text. */
function parserOf(type: number): (text: string) => unknown {
  if (NUMBERS.has(type)) return Number;
  if (type === BYTES) return (text) => Buffer.from(text.slice(2), "hex");
  if (type === 16) return (text) => text === "t";
  return (text) => text;
}

/** PostgreSQL's texts have no character of the number 0, which SQLite's may have. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
  return Array.isArray(value) ? value.map(storable) : value;
}
