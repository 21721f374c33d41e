/** Opens the database of a server of the tests, as the program opens one. */
import type { Database } from "../../../src/database/engine.ts";
import { openDatabaseOf, localStores } from "../../../src/stores.ts";
import type { PostgresServer } from "../../engines/postgres.ts";

/** Returns its address, over the socket in its folder. */
export function postgresUrl({ folder, port }: Pick<PostgresServer, "folder" | "port">): string {
  return `postgres:///postgres?user=tests&port=${port}&host=${encodeURIComponent(folder)}`;
}

/** @param mode - See `openDatabaseOf`. */
export function openPostgres(server: PostgresServer, mode: "write" | "engine" | "read" = "write"): Database {
  return openDatabaseOf({ ...localStores(server.folder), database: postgresUrl(server) }, mode);
}
