/** What a server of PostgreSQL's is asked about itself. */
import { sql } from "kysely";
import type { Database } from "../engine.ts";
import type { Bytes } from "../../vocabulary/units.ts";

/** The oldest version that the program is tested with. */
export const OLDEST = 14;

/** How a database is, and what this user may do with it. */
export interface ServerState {
  /** Such as "16.4". */
  version: string;
  encoding: string;
  bytes: Bytes;
  /** Whether this user may make tables. */
  mayCreate: boolean;
  /** Whether it only copies another server, and takes no writes. */
  isStandby: boolean;
  /** Connections that are open, and how many may be. */
  connections: { open: number; most: number };
  /** Whether the server notices pages that its disk has changed. */
  hasChecksums: boolean;
  /** Whether this connection is encrypted. */
  isEncrypted: boolean;
  /** Rows that are there, and those that were deleted or replaced and still take room. */
  rows: { live: number; dead: number };
  /** Whether the server removes such rows by itself. */
  vacuums: boolean;
}

/** Reads it. */
export async function readServerState(session: Database): Promise<ServerState> {
  const { rows } = await sql<Row>`select current_setting('server_version') as version,
      pg_encoding_to_char(encoding) as encoding,
      pg_database_size(datname)::text as bytes, has_schema_privilege(current_schema(), 'CREATE') as "mayCreate",
      pg_is_in_recovery() as "isStandby",
      (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted",
      (select coalesce(sum(n_live_tup), 0)::text from pg_stat_user_tables) as live,
      (select coalesce(sum(n_dead_tup), 0)::text from pg_stat_user_tables) as dead,
      current_setting('autovacuum') as autovacuum,
      (select count(*)::text from pg_stat_activity where backend_type = 'client backend') as open,
      current_setting('max_connections') as most, current_setting('superuser_reserved_connections') as reserved,
      current_setting('data_checksums') as checksums
    from pg_database where datname = current_database()`.execute(session);
  const [row] = rows;
  if (row === undefined) throw new Error("BUG: the database does not know itself");
  const { version, encoding, mayCreate, isStandby } = row;
  return {
    version: version.split(" ")[0] ?? version,
    encoding,
    bytes: Number(row.bytes),
    mayCreate: mayCreate === true,
    isStandby,
    connections: { open: Number(row.open), most: Number(row.most) - Number(row.reserved) },
    hasChecksums: row.checksums === "on",
    isEncrypted: row.isEncrypted === true,
    rows: { live: Number(row.live), dead: Number(row.dead) },
    vacuums: row.autovacuum === "on",
  };
}

interface Row {
  version: string;
  encoding: string;
  bytes: string;
  mayCreate: boolean | null;
  isStandby: boolean;
  open: string;
  most: string;
  reserved: string;
  checksums: string;
  isEncrypted: boolean | null;
  live: string;
  dead: string;
  autovacuum: string;
}

/** Returns what asks whether the server works on a statement of that connection; the answer has a row if it does. */
export function whetherWorking(pid: number): string {
  return `select 1 from pg_stat_activity where state = 'active' and pid = ${pid}`;
}
