/**
 * What begins an engine's write transactions where several share a database: a look at its registration.
 *
 * While the transaction runs, nobody can take the engine's work; once its work is taken, it can write no more.
 */
import { type DialectAdapter, type Kysely, sql } from "kysely";
import { LeaseLost } from "./lease-lost.ts";

/** An engine among several: its name, and the number under which it is registered. */
export interface Tenure {
  node: string;
  epoch: number;
}

/** By the adapter, which a connection and its transactions share. */
const tenures = new WeakMap<DialectAdapter, Tenure>();

/** Lets the connection write as the engine of a tenure, and as nobody else from then on. */
export function writeAs(database: Kysely<never>, tenure: Tenure): void {
  tenures.set(database.getExecutor().adapter, tenure);
}

/** Returns as which of several engines the connection works; null for a database that has one, and for others. */
export function tenureOf(database: Kysely<never>): Tenure | null {
  return tenures.get(database.getExecutor().adapter) ?? null;
}

/** How many names of a kind one engine's tenure may give out. */
const NAMES_OF_A_TENURE = 1_000;

/**
 * Returns the first of the numbers by which this engine's new files differ from those of others, which may still write
 * theirs when their work is taken.
 *
 * @returns 0 for a database that has one engine.
 */
export function firstRevisionOf(database: Kysely<never>): number {
  return (tenureOf(database)?.epoch ?? 0) * NAMES_OF_A_TENURE;
}

/** Returns the epoch of the engine that numbered a file so; 0 for none of several. */
export function epochOfRevision(revision: number): number {
  return Math.floor(revision / NAMES_OF_A_TENURE);
}

/**
 * Makes sure, until the transaction is over, that the engine has its work; to be called at its beginning.
 *
 * @throws LeaseLost when another engine has it.
 */
export async function keepTenure(transaction: Kysely<never>): Promise<void> {
  const tenure = tenureOf(transaction);
  if (tenure !== null) await requireTenure(transaction, tenure);
}

/** The same for a transaction of another connection. */
export async function requireTenure(transaction: Kysely<never>, { node, epoch }: Tenure): Promise<void> {
  // a lock that renewals do not wait for, and that whoever takes over waits for
  const { rows } = await sql`select 1 from engine_nodes
    where node = ${node} and epoch = ${epoch} for key share`.execute(transaction);
  if (rows.length === 0) throw new LeaseLost();
}
