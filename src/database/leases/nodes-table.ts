/** The register of engines that share a database, and who of them has what: as each asks for it and changes it. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Instant, Milliseconds } from "../../vocabulary/units.ts";
import type { Database } from "../engine.ts";
import { takeNumber } from "../jobs/counters-table.ts";
import { tables } from "../table-shape.ts";
import { awaitCommands, keepCommandsOut } from "../postgres/serving-table.ts";
import { inTransaction } from "../transaction.ts";
import { LeaseLost } from "./lease-lost.ts";
import { type Duty, ENGINE_DUTIES, ENGINE_NODES, ORGANIZATION_LEASES } from "./leases-table.ts";
import { requireTenure, type Tenure } from "./turn-table.ts";

/** What an engine says of itself. */
export interface NodeFacts {
  node: string;
  url: string;
  version: string;
}

/** Milliseconds since 1970 by the database's clock: those of engines may differ. */
const NOW = sql<Instant>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

function after(wait: Milliseconds): RawBuilder<Instant> {
  return sql<Instant>`${NOW} + ${sql.lit(wait)}`;
}

/**
 * Registers an engine under a new number. What was its own by an earlier number stays its own; whoever writes by that
 * number ends with `LeaseLost`.
 *
 * @param expiresAfter - How long after it last renewed others may take its work.
 */
export async function registerNode(
  shared: Database,
  facts: NodeFacts,
  expiresAfter: Milliseconds,
): Promise<Tenure> {
  for (;;) {
    await awaitCommands(shared);
    const tenure = await tryToRegister(shared, facts, expiresAfter);
    if (tenure !== null) return tenure;
  }
}

/** Returns null while a command has the database for itself. */
async function tryToRegister(
  shared: Database,
  facts: NodeFacts,
  expiresAfter: Milliseconds,
): Promise<Tenure | null> {
  return inTransaction(shared, "full", async (transaction) => {
    if (!(await keepCommandsOut(transaction))) return null;
    const epoch = await takeNumber(transaction, "engine_epochs");
    const view = tables(transaction, ENGINE_NODES, ORGANIZATION_LEASES, ENGINE_DUTIES);
    const { node, ...said } = facts;
    const set = { ...said, epoch, started_at: NOW, renewed_at: NOW, expires_at: after(expiresAfter) };
    await view
      .insertInto("engine_nodes")
      .values({ node, ...set })
      .onConflict((conflict) => conflict.column("node").doUpdateSet(set))
      .execute();
    await view.updateTable("organization_leases").set({ epoch }).where("node", "=", node).execute();
    await view.updateTable("engine_duties").set({ epoch }).where("node", "=", node).execute();
    return { node, epoch };
  });
}

/**
 * Renews an engine's registration.
 *
 * @throws LeaseLost when another engine has taken over.
 */
export async function renewNode(
  shared: Database,
  { node, epoch }: Tenure,
  expiresAfter: Milliseconds,
): Promise<void> {
  const renewed = await tables(shared, ENGINE_NODES)
    .updateTable("engine_nodes")
    .set({ renewed_at: NOW, expires_at: after(expiresAfter) })
    .where("node", "=", node)
    .where("epoch", "=", epoch)
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 0n) throw new LeaseLost();
}

/** A registered engine. */
export interface RegisteredNode extends Tenure, NodeFacts {
  startedAt: Instant;
  renewedAt: Instant;
  /** Whether it has not renewed its registration in time. */
  isExpired: boolean;
}

/** Who has what. */
export interface Shares {
  nodes: RegisteredNode[];
  /** The epoch of whoever has an organization, by the organization's id; null for one that nobody has. */
  organizations: Map<string, number | null>;
  /** The same of what one engine does for all. */
  duties: Map<Duty, number>;
}

/** Reads who has what. */
export async function readShares(shared: Kysely<never>): Promise<Shares> {
  const view = tables(shared, ENGINE_NODES, ORGANIZATION_LEASES, ENGINE_DUTIES);
  const nodes = await view
    .selectFrom("engine_nodes")
    .select(["node", "epoch", "url", "version", "started_at as startedAt", "renewed_at as renewedAt"])
    .select((row) => row("expires_at", "<", NOW).as("isExpired"))
    .orderBy("node")
    .execute();
  const { rows } = await sql<{ id: string; epoch: number | null }>`select organizations.id, leases.epoch
    from organizations left join organization_leases leases on leases.organization = organizations.id
    order by organizations.id`.execute(shared);
  const duties = await view.selectFrom("engine_duties").select(["duty", "epoch"]).execute();
  return {
    nodes: nodes.map((row) => ({ ...row, isExpired: Boolean(row.isExpired) })),
    organizations: new Map(rows.map(({ id, epoch }) => [id, epoch === null ? null : Number(epoch)])),
    duties: new Map(duties.map(({ duty, epoch }) => [duty, epoch])),
  };
}

/**
 * Takes everything from an engine that has not renewed its registration in time: its number is over, and what it had is
 * free.
 *
 * @returns False, and nothing changed, when it was renewed meanwhile or another engine came first.
 */
export async function endExpired(shared: Database, { node, epoch }: Tenure): Promise<boolean> {
  // of one that sleeps in the midst of a transaction the locks would stay
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user
    and application_name in (${`scoring engine ${node}`}::name::text, ${`scoring all ${node}`}::name::text)`.execute(
    shared,
  );
  return inTransaction(shared, "full", async (transaction) => {
    const { rows } = await sql`select 1 from engine_nodes
      where node = ${node} and epoch = ${epoch} and expires_at < ${NOW} for update`.execute(transaction);
    if (rows.length > 0) await forget(transaction, epoch);
    return rows.length > 0;
  });
}

/** Ends an engine's registration: what it had is free at once. */
export async function endNode(shared: Database, { epoch }: Tenure): Promise<void> {
  await inTransaction(shared, "full", (transaction) => forget(transaction, epoch));
}

/**
 * Ends every registration, for a command that has the database for itself. An engine may still run that lost its
 * connections for a moment: it can write no more, and begins again when the command is done.
 */
export async function endEveryNode(session: Database): Promise<void> {
  const { rows } = await sql<{
    table: string | null;
  }>`select to_regclass('engine_nodes')::text as table`.execute(session);
  if (rows[0]?.table === null) return;
  await sql`with nodes as (delete from engine_nodes), organizations as (delete from organization_leases)
    delete from engine_duties`.execute(session);
}

async function forget(transaction: Database, epoch: number): Promise<void> {
  const view = tables(transaction, ENGINE_NODES, ORGANIZATION_LEASES, ENGINE_DUTIES);
  await view.deleteFrom("engine_nodes").where("epoch", "=", epoch).execute();
  await view.deleteFrom("organization_leases").where("epoch", "=", epoch).execute();
  await view.deleteFrom("engine_duties").where("epoch", "=", epoch).execute();
}

/**
 * Takes organizations that nobody has; another engine may be first.
 *
 * @throws LeaseLost when another engine has taken over.
 */
export async function takeOrganizations(
  shared: Database,
  { node, epoch }: Tenure,
  organizations: readonly string[],
): Promise<void> {
  if (organizations.length === 0) return;
  await inTransaction(shared, "full", async (transaction) => {
    await requireTenure(transaction, { node, epoch });
    await tables(transaction, ORGANIZATION_LEASES)
      .insertInto("organization_leases")
      .values(organizations.map((organization) => ({ organization, node, epoch })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/**
 * Takes what one engine does for all, where nobody has it; another engine may be first.
 *
 * @throws LeaseLost when another engine has taken over.
 */
export async function takeDuty(shared: Database, { node, epoch }: Tenure, duty: Duty): Promise<void> {
  await inTransaction(shared, "full", async (transaction) => {
    await requireTenure(transaction, { node, epoch });
    await tables(transaction, ENGINE_DUTIES)
      .insertInto("engine_duties")
      .values({ duty, node, epoch })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Gives organizations up; the engine does not work on them any more. */
export async function giveUpOrganizations(
  shared: Database,
  { epoch }: Tenure,
  organizations: readonly string[],
): Promise<void> {
  if (organizations.length === 0) return;
  await inTransaction(shared, "full", async (transaction) => {
    await tables(transaction, ORGANIZATION_LEASES)
      .deleteFrom("organization_leases")
      .where("epoch", "=", epoch)
      .where("organization", "in", organizations)
      .execute();
  });
}
