/**
 * The order of writes where several engines share a database.
 *
 * An engine's transactions begin with a look at its row: while they run, nobody can take its work. A change that others
 * make waits for the transactions of all engines, and they wait for it. So each organization is written by one connection
 * at a time, as with SQLite.
 */
import { type DialectAdapter, type Kysely, sql } from "kysely";
import { LeaseLost } from "./lease-lost.ts";

/** An engine among several: its name, and the number under which it is registered. */
export interface Tenure {
  node: string;
  epoch: number;
}

/** How a connection's write transactions begin. */
type Turn = { kind: "engine"; tenure: Tenure } | { kind: "outside" };

/** By the adapter, which a connection and its transactions share. */
const turns = new WeakMap<DialectAdapter, Turn>();

/** Lets the connection write as the engine of a tenure, and as nobody else from then on. */
export function writeAs(database: Kysely<never>, tenure: Tenure): void {
  turns.set(database.getExecutor().adapter, { kind: "engine", tenure });
}

/** Lets the connection write between the transactions of all engines. The tables have to be there. */
export function writeBetweenEngines(database: Kysely<never>): void {
  turns.set(database.getExecutor().adapter, { kind: "outside" });
}

/** Returns as which of several engines the connection works; null for a database that has one, and for others. */
export function tenureOf(database: Kysely<never>): Tenure | null {
  const turn = turns.get(database.getExecutor().adapter);
  return turn?.kind === "engine" ? turn.tenure : null;
}

/**
 * Takes the transaction's turn; to be called at its beginning, before it locks anything.
 *
 * @throws LeaseLost when another engine has the work.
 */
export async function takeTurn(transaction: Kysely<never>): Promise<void> {
  const turn = turns.get(transaction.getExecutor().adapter);
  if (turn === undefined) return;
  if (turn.kind === "outside") return void (await LOCK_ALL.execute(transaction));
  // a lock that renewals do not wait for, and that whoever takes over waits for
  const { rows } = await sql`select 1 from engine_nodes
    where node = ${turn.tenure.node} and epoch = ${turn.tenure.epoch} for key share`.execute(transaction);
  if (rows.length === 0) throw new LeaseLost();
}

/** In one order, so that two of them do not wait for each other. */
const LOCK_ALL = sql`select 1 from engine_nodes order by node for update`;
