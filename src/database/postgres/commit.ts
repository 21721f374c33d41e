/** Commits a transaction, also where the connection breaks in that moment: then the server is asked what became of it. */
import { CompiledQuery, type DatabaseConnection } from "kysely";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { CHANNEL, type OneConnection } from "./connection.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** How a transaction ends. */
export interface Committing {
  /** Who says that something has changed. */
  node: string;
  /**
   * Whether it is asked what became of a commit that nobody answered. It costs one more way to the server and back, and
   * is for what is not done again by itself. Stages do theirs again, and see by what is stored whether it was done.
   */
  isSettled: boolean;
}

/** Commits. A transaction that changed nothing wakes nobody. */
export async function commit(
  connection: DatabaseConnection,
  pool: OneConnection,
  { node, isSettled }: Committing,
): Promise<void> {
  const notice = `select pg_notify('${CHANNEL}', '${node}'), pg_current_xact_id()::text as number
    where pg_current_xact_id_if_assigned() is not null`;
  if (!isSettled) return execute(connection, `${notice}; commit`);
  const { rows } = await connection.executeQuery<{ number: string }>(CompiledQuery.raw(notice));
  try {
    await execute(connection, "commit");
  } catch (error) {
    const [changed] = rows;
    if (changed === undefined || !(error instanceof DatabaseUnavailable)) throw error;
    if (!(await wasCommitted(pool, changed.number))) throw error;
  }
}

async function execute(connection: DatabaseConnection, text: string): Promise<void> {
  const { rows } = await connection.executeQuery<{ command?: string }>(CompiledQuery.raw(text));
  if (rows[0]?.command === "ROLLBACK")
    throw new Error("BUG: a transaction was committed after it had failed");
}

const SETTLED_WITHIN_MS: Milliseconds = 5 * SECOND;
const LOOK_EVERY_MS: Milliseconds = SECOND / 20;

/** Returns false as well where that cannot be found out: the server stays away. */
async function wasCommitted(pool: OneConnection, number: string): Promise<boolean> {
  const asked = `select pg_xact_status('${number}') as status`;
  for (const until = performance.now() + SETTLED_WITHIN_MS; performance.now() < until;) {
    const rows = await pool.askAside<{ status: string }>(asked).catch(() => []);
    const status = rows[0]?.status ?? "in progress";
    if (status !== "in progress") return status === "committed";
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return false;
}
