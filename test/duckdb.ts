/** Asks files in SQL. */
import { DuckDBInstance } from "@duckdb/node-api";

export type SqlRow = Record<string, unknown>;

/** Answers questions in which files are named from the folder on; nothing is fetched. */
export async function openDuckDb(folder: string) {
  const instance = await DuckDBInstance.create(":memory:", {
    threads: "1",
    autoinstall_known_extensions: "false",
    file_search_path: folder,
  });
  const connection = await instance.connect();
  return {
    /** Numbers of any size come as numbers, times as texts. */
    ask: async (sql: string): Promise<SqlRow[]> => {
      const rows = (await connection.runAndReadAll(sql)).getRowObjectsJS();
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
      );
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export type DuckDb = Awaited<ReturnType<typeof openDuckDb>>;

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return value instanceof Date ? value.toISOString() : value;
}
