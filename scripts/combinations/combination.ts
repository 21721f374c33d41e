/** Every combination of engines: where rows and records are, and what the queue is. */

/** One of them. */
export interface Combination {
  name: string;
  rows: "SQLite" | "PostgreSQL";
  records: "files" | "bucket";
  queue: "embedded" | "cluster";
}

/** All eight, as plain as possible first. */
export const COMBINATIONS: readonly Combination[] = (["SQLite", "PostgreSQL"] as const).flatMap((rows) =>
  (["files", "bucket"] as const).flatMap((records) =>
    (["embedded", "cluster"] as const).map((queue) => ({
      name: `${rows}-${records}-${queue}`.toLowerCase(),
      rows,
      records,
      queue,
    })),
  ),
);

/** The one without any engine, whose rows all others must have. */
export const PLAIN = combinationOf("sqlite-files-embedded");

/** Together they have every engine once, and every part that the plain one has once more. */
export const QUICK = ["sqlite-bucket-cluster", "postgresql-files-embedded"].map(combinationOf);

function combinationOf(name: string): Combination {
  const found = COMBINATIONS.find((combination) => combination.name === name);
  if (found === undefined) throw new Error(`BUG: there is no combination ${name}`);
  return found;
}
