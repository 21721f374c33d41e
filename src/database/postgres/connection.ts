/**
 * One connection to PostgreSQL, taken by one at a time and made again when it breaks.
 *
 * Each thread that reads has its own, as with SQLite, and the engine's transactions follow each other on one.
 */
import type { Client, ClientConfig, QueryConfig, QueryResult, QueryResultRow } from "pg";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { patientAnswer } from "./patient-answer.ts";
import { readServerAddress, type ServerPlace } from "./server-address.ts";
import { OLDEST, whetherWorking } from "./server-state-table.ts";
import { DatabaseUnavailable, endsConnection, hasNoRoom, OldServer } from "./unavailable.ts";

const CONNECT_WITHIN_MS: Milliseconds = 10_000;
/** A connection that is cut without a word is given up after so long without an answer. */
const FIRST_PROBE_MS: Milliseconds = 5_000;
/** A process that hangs in the middle of a transaction does not keep others from their rows. */
const IDLE_IN_TRANSACTION_MS: Milliseconds = 30_000;
const LOCK_WITHIN_MS: Milliseconds = 60_000;
/**
 * How the server notices that this process is gone, also in the middle of a statement: what it had locked is free then.
 * A server on a system that cannot look at connections refuses the last one.
 */
const NOTICE_THE_END = [
  "set tcp_keepalives_idle = 15",
  "set tcp_keepalives_interval = 5",
  "set tcp_keepalives_count = 3",
  "set tcp_user_timeout = 30000",
  "set client_connection_check_interval = 5000",
].join("; ");
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

/** A client that is connected, and by which number the server knows it; a pooler may say another one to the client. */
interface Connected {
  client: Client;
  pid: number;
}

/** A pool of one. */
export class OneConnection {
  private free: Promise<void> = Promise.resolve();
  private connected: Connected | null = null;
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
      const connected = (this.connected ??= await this.open());
      let last: Promise<unknown> = Promise.resolve();
      const query = (text: string, parameters: readonly unknown[] = []) => {
        const asked = last.then(() => this.ask(connected, text, parameters));
        last = asked.catch(() => {});
        return asked;
      };
      return {
        query,
        release: (isBroken = false) => {
          if (isBroken) this.forget(connected.client);
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
    const { connected } = this;
    this.connected = null;
    await connected?.client.end().catch(() => {}); // the server has ended it already
  }

  private async open(): Promise<Connected> {
    if (this.ended) throw new Error("BUG: a database is asked that was closed");
    const client = await this.makeClient();
    client.on("error", () => this.forget(client));
    client.on("end", () => this.forget(client));
    client.on("notification", ({ payload }) => {
      if (payload !== this.place.node) this.report();
    });
    try {
      await client.connect();
      await client.query(atOnce(NOTICE_THE_END)).catch(() => {}); // a connection that is lost fails with the next
      const pid = await introduce(client);
      if (this.listeners.size > 0) {
        await client.query(atOnce(`listen ${CHANNEL}`));
        this.report(); // what was said meanwhile nobody heard
      }
      return { client, pid };
    } catch (cause) {
      this.forget(client);
      throw new DatabaseUnavailable("connecting to PostgreSQL", { cause });
    }
  }

  private async makeClient(changed: ClientConfig = {}): Promise<Client> {
    // not before it is needed: whoever stays with SQLite does not pay for it
    const { Client: NewClient } = await import("pg");
    return new NewClient({ ...configOf(this.place, this.mode), ...changed });
  }

  private async ask(
    { client, pid }: Connected,
    text: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult> {
    if (this.connected?.client !== client)
      throw new DatabaseUnavailable("the connection to PostgreSQL was lost");
    try {
      // several statements in one text give several results, of which the last counts
      const asked: Promise<QueryResult | QueryResult[]> =
        parameters.length === 0 ? client.query(text) : client.query(text, parameters.map(storable));
      const result = await patientAnswer(asked, {
        silence: this.place.silence,
        isWorkedOn: () => this.isWorkedOn(pid),
        giveUp: () => this.forget(client),
      });
      return Array.isArray(result) ? (result.at(-1) as QueryResult) : result;
    } catch (cause) {
      if (!endsConnection(cause)) throw cause;
      this.forget(client);
      throw new DatabaseUnavailable("the connection to PostgreSQL was lost", { cause });
    }
  }

  /** Asks over a connection of its own, whatever became of this one. */
  async askAside<Row extends QueryResultRow>(text: string): Promise<Row[]> {
    const { silence } = this.place;
    const client = await this.makeClient({ connectionTimeoutMillis: silence });
    client.on("error", () => {}); // the statement fails too
    try {
      await client.connect();
      return (await client.query<Row>(atOnce(text, silence))).rows;
    } finally {
      client.end().catch(() => {});
    }
  }

  private async isWorkedOn(pid: number): Promise<boolean> {
    return this.askAside(whetherWorking(pid)).then(({ length }) => length > 0, hasNoRoom);
  }

  private forget(client: Client): void {
    if (this.connected?.client === client) this.connected = null;
    client.end().catch(() => {});
  }

  private report(): void {
    for (const callback of this.listeners) callback();
  }
}

/**
 * Returns by which number the server knows the connection.
 *
 * @throws OldServer
 */
async function introduce(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number; version: string }>(
    atOnce("select pg_backend_pid() as pid, current_setting('server_version') as version"),
  );
  const [{ pid, version } = { pid: 0, version: "" }] = rows;
  if (Number.parseInt(version, 10) < OLDEST) throw new OldServer(version, OLDEST);
  return pid;
}

/** A statement that every server answers at once. */
function atOnce(text: string, within = CONNECT_WITHIN_MS): QueryConfig & { query_timeout: Milliseconds } {
  return { text, query_timeout: within };
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
