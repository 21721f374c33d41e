/** Looks for what is left of a person after a purge: in rows, in records, in the stream and in files. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { openObjectsOf } from "../../src/stores.ts";
import { connectTo } from "../../src/stream/connection.ts";
import { readStreamState } from "../../src/stream/telemetry-stream.ts";
import { clusterOf } from "../../src/appliance/stream/reach-server.ts";
import { readAllRows } from "../../test/all-rows.ts";
import { databasePath } from "../../src/stores.ts";
import type { Trial } from "./trial.ts";

/** Returns where these words are, in words. */
export async function findTraces(trial: Trial, words: readonly string[]): Promise<string[]> {
  const found = [
    ...(await inRows(trial, words)),
    ...(await inObjects(trial, words)),
    ...(await inStream(trial)),
    ...inFiles(trial, words),
  ];
  return found;
}

async function inRows(trial: Trial, words: readonly string[]): Promise<string[]> {
  return trial.reading(async (database) => {
    const found: string[] = [];
    const tables = await database.introspection.getTables();
    for (const { name } of tables.filter((table) => !INDEX_OF_WORDS.test(table.name)))
      for (const row of await readAllRows(database, name))
        if (words.some((word) => row.includes(word))) found.push(`a row of ${name}: ${row.slice(0, 300)}`);
    return found;
  });
}

/** SQLite's cannot be read as a table. */
const INDEX_OF_WORDS = /_words(_|$)/;

async function inObjects({ settings }: Trial, words: readonly string[]): Promise<string[]> {
  const objects = openObjectsOf(settings);
  const found: string[] = [];
  for (const { key, bytes: length } of await objects.list("")) {
    const text = (await Bun.zstdDecompress(await objects.read(key, 0, length))).toString("utf8");
    if (words.some((word) => text.includes(word))) found.push(`the object ${key}`);
  }
  return found;
}

/** What was written is removed from it, so it is empty. */
async function inStream({ settings }: Trial): Promise<string[]> {
  if (settings.natsUrl.length === 0) return [];
  const connection = await connectTo(clusterOf(settings), "combinations");
  try {
    const { messages } = await readStreamState(connection);
    return messages === 0 ? [] : [`${messages} messages in the stream`];
  } finally {
    await connection.close();
  }
}

/** The database's file holds what rows held until it is compacted; records are compressed and looked at above. */
function inFiles({ node, settings }: Trial, words: readonly string[]): string[] {
  const paths = readdirSync(node.directory, { recursive: true, encoding: "utf8" }).map((name) =>
    join(node.directory, name),
  );
  const files = paths.filter((path) => statSync(path).isFile());
  const isSearched = (path: string) =>
    settings.database === null || !path.startsWith(databasePath(node.directory));
  return files
    .filter(isSearched)
    .filter((path) => words.some((word) => readFileSync(path).includes(word)))
    .map((path) => `the file ${path}`);
}
