/** Those who read the objects back, with nothing of this program. */
import { $ } from "bun";
import { join } from "node:path";
import { bringFileReceiver } from "./file-receiver.ts";

export const SIGNALS = ["logs", "traces", "metrics"] as const;
export type Signal = (typeof SIGNALS)[number];

/** Finds the records of each run. */
export interface Reader {
  name: string;
  /**
   * Returns how many records of the signal each run has.
   *
   * @param objects - The folder of objects.
   */
  count(objects: string, signal: Signal): Promise<Map<string, number>>;
}

const DUCKDB_VERSION = "2.0.0";

/** Brings them into the folder. */
export async function bringReaders(folder: string): Promise<Reader[]> {
  const readBack = join(folder, "read-back");
  await $`go build -o ${readBack} ./read-back`.cwd(join(import.meta.dir, "../collector")).quiet();
  const receiveFiles = await bringFileReceiver(folder);
  const python = join(folder, "duckdb");
  await $`python3 -m venv ${python}`.quiet();
  await $`${python}/bin/pip install --quiet ${`duckdb==${DUCKDB_VERSION}`}`.quiet();
  return [
    { name: "`zstd -dc`, each line read as JSON", count: countLines },
    { name: `DuckDB ${DUCKDB_VERSION}`, count: (objects, signal) => countInDuckdb(python, objects, signal) },
    {
      name: "the Collector's parser of OTLP JSON, pdata 1.61.0",
      count: async (objects, signal) =>
        tally(await $`zstd -dc ${await objectsOf(objects, signal)} | ${readBack} ${signal}`.text()),
    },
    {
      name: "the Collector's receiver of OTLP JSON files, 0.145.0",
      count: async (objects, signal) =>
        tally((await receiveFiles(await objectsOf(objects, signal), signal)).join("\n")),
    },
  ];
}

async function countLines(objects: string, signal: Signal): Promise<Map<string, number>> {
  const text = await $`zstd -dc ${await objectsOf(objects, signal)}`.text();
  const runs: string[] = [];
  for (const line of text.trim().split("\n"))
    JSON.parse(line, (_, value) => {
      if (value?.key === "interop.run") runs.push(value.value.stringValue);
      return value;
    });
  return tally(runs.join("\n"));
}

/** One question in SQL: where a record's attributes are differs by signal, their text does not. */
async function countInDuckdb(python: string, objects: string, signal: Signal): Promise<Map<string, number>> {
  const files = join(objects, `org=*/signal=${signal}/**/*.jsonl.zst`);
  const program = `
import duckdb
for (run,) in duckdb.sql("""
  select unnest(regexp_extract_all(cast(json as varchar), 'interop.run","value":\\{"stringValue":"([^"]+)"', 1))
  from read_ndjson_objects('${files}', compression = 'zstd')
""").fetchall():
  print(run)`;
  return tally(await $`${python}/bin/python -c ${program}`.text());
}

async function objectsOf(objects: string, signal: Signal): Promise<string[]> {
  const paths = new Bun.Glob(`org=*/signal=${signal}/**/*.jsonl.zst`).scan({ cwd: objects, absolute: true });
  return Array.fromAsync(paths);
}

function tally(runs: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const run of runs.trim().split("\n")) counts.set(run, (counts.get(run) ?? 0) + 1);
  return counts;
}
