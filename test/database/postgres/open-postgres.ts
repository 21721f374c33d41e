/** Opens the database of a server of the tests, as the program opens one. */
import { sql } from "kysely";
import type { Database } from "../../../src/database/engine.ts";
import { openDatabaseOf, localStores } from "../../../src/stores.ts";
import type { PostgresServer } from "../../engines/postgres.ts";

/** Returns its address, over the socket in its folder. */
export function postgresUrl({ folder, port }: Pick<PostgresServer, "folder" | "port">): string {
  return `postgres:///postgres?user=tests&port=${port}&host=${encodeURIComponent(folder)}`;
}

/** @param mode - See `openDatabaseOf`. */
export function openPostgres(server: PostgresServer, mode: "write" | "engine" | "read" = "write"): Database {
  return openAt(postgresUrl(server), mode);
}

/** Opens the database of an address. */
export function openAt(database: string, mode: "write" | "engine" | "read"): Database {
  return openDatabaseOf({ ...localStores("."), database }, mode);
}

/** Returns the address of a new database of the server. */
export async function addDatabase(server: PostgresServer): Promise<string> {
  const name = `d${crypto.randomUUID().replaceAll("-", "")}`;
  const database = openPostgres(server);
  await sql`create database ${sql.id(name)}`.execute(database);
  await database.destroy();
  return postgresUrl(server).replace("/postgres?", `/${name}?`);
}
