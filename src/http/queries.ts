/** The queries that read workers answer, by name. */
import type { Database } from "../database/open.ts";

/** Answers one query from a read-only connection; what goes in and comes out is copied between threads. */
export type Query<Asked, Answer> = (database: Database, asked: Asked) => Promise<Answer>;

/** Every query that a read worker knows. */
export const QUERIES = {
  /** Whether the database can really be read. */
  probe: async (database: Database, _asked: null): Promise<number> =>
    (await database.introspection.getTables()).length,
};

/** The queries' names. */
export type QueryName = keyof typeof QUERIES;

/** What a query is asked. */
export type AskedOf<Name extends QueryName> = Parameters<(typeof QUERIES)[Name]>[1];

/** What a query answers. */
export type AnswerOf<Name extends QueryName> = Awaited<ReturnType<(typeof QUERIES)[Name]>>;
