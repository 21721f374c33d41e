/** PostgreSQL and a bucket for a bench, and what they did: processor time, bytes, requests. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabaseOf, type StoreSettings } from "../../../src/stores.ts";
import { SETTINGS } from "../../../src/settings/schema.ts";
import { startHttpProxy } from "../../../test/engines/http-proxy.ts";
import { findPostgres, startPostgres } from "../../../test/engines/postgres.ts";
import { startS3 } from "../../../test/engines/s3.ts";
import { usageOf } from "../processes.ts";

/** What the two have done so far. */
export interface Done {
  /** Of PostgreSQL's processes. */
  databaseSeconds: number;
  databaseBytes: number;
  turns: number;
  /** How often each method was asked of the bucket. */
  requests: Readonly<Record<string, number>>;
}

/** Both, running. */
export interface Outside {
  /** For `scoring serve`. */
  flags: readonly string[];
  done(): Promise<Done>;
  stop(): Promise<void>;
}

/**
 * Starts both on loopback; commits of PostgreSQL reach the disk.
 *
 * @param dir - where a folder for the bucket's objects is made, and removed
 * @throws An exception that says what is not installed.
 */
export async function startOutside(dir: string): Promise<Outside> {
  const found = findPostgres();
  if ("missing" in found) throw new Error(found.missing);
  const postgres = await startPostgres(found.programs, { addresses: "127.0.0.1", synced: true });
  const folder = mkdtempSync(join(dir, "scoring-outside-"));
  const bucket = await startS3(folder);
  const proxy = await startHttpProxy({ host: "127.0.0.1", port: bucket.port });
  const settings = { ...bucket.settings, s3Endpoint: proxy.url, database: postgres.urlAt("127.0.0.1") };
  const stores = SETTINGS.parse({ dataDir: folder, ...settings });
  const pid = Number(readFileSync(join(postgres.folder, "rows/postmaster.pid"), "utf8").split("\n")[0]);
  return {
    flags: flagsOf(settings),
    async done() {
      const requests: Record<string, number> = {};
      for (const { method } of proxy.asked) requests[method] = (requests[method] ?? 0) + 1;
      return { databaseSeconds: usageOf(pid).cpuSeconds, ...(await lookInto(stores)), requests };
    },
    async stop() {
      await Promise.all([proxy.stop(), bucket.stop()]);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function flagsOf(settings: Readonly<Record<string, string | true>>): string[] {
  const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return Object.entries(settings).flatMap(([name, value]) =>
    value === true ? [flagOf(name)] : [flagOf(name), value],
  );
}

async function lookInto(stores: StoreSettings): Promise<Pick<Done, "databaseBytes" | "turns">> {
  const database = openDatabaseOf(stores, "read");
  try {
    const { rows } = await sql<{ bytes: number; turns: number }>`
      select pg_database_size(current_database()) as bytes, (select count(*) from turns) as turns`.execute(
      database,
    );
    return { databaseBytes: Number(rows[0]?.bytes ?? 0), turns: Number(rows[0]?.turns ?? 0) };
  } finally {
    await database.destroy();
  }
}
