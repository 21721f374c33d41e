/** The queries that read workers answer, by name: those of each part, and what the server asks for itself. */
import { onDatabase } from "../database/asked.ts";
import { IDENTITY_QUERIES } from "../identity/queries.ts";
import { OWN_DATA_QUERIES } from "../insights/own-data/own-data-queries.ts";
import { INSIGHTS_QUERIES } from "../insights/queries.ts";
import { METRICS_QUERIES } from "../metrics/queries.ts";
import { readArrivals } from "../normaliser/sightings/arrivals-table.ts";
import { RUBRIC_QUERIES } from "../rubric/queries.ts";
import { SCORES_QUERIES } from "../scores/queries.ts";
import { readConversation } from "../sessions/conversation/read-conversation.ts";
import { listLabels } from "../sessions/labels/list-labels.ts";
import { listSessions } from "../sessions/listed/list-sessions.ts";
import { readTimeline } from "../sessions/timeline/read-timeline.ts";
import type { TimelineQuery } from "../sessions/timeline/timeline-answer.ts";
import { listSpend, pageSpend } from "../spend/list-spend.ts";
import { TURNS_QUERIES } from "../turns/queries.ts";
import type { Instant } from "../vocabulary/units.ts";
import { type AnswerOf, type AskedOf, type Asks, asksBy } from "./asks.ts";
import { readBacklog, readKept } from "./read-kept.ts";
import { readLogs } from "./records/read-logs.ts";
import { readPoints } from "./records/read-points.ts";
import type { ReadStores } from "./records/read-records.ts";
import { readSpans } from "./records/read-spans.ts";

/** Answers one query from read-only stores; what goes in and comes out is copied between threads. */
export type Query<Asked, Answer> = (stores: ReadStores, asked: Asked) => Promise<Answer>;

/** Every query that a read worker knows. */
export const QUERIES = {
  /** Whether the database can really be read. */
  probe: async ({ database }: ReadStores, _asked: null): Promise<number> =>
    (await database.introspection.getTables()).length,
  readBacklog: ({ database }: ReadStores, _asked: null) => readBacklog(database),
  readLogs,
  readSpans,
  readPoints,
  readConversation,
  readTimeline: ({ database, ...parts }: ReadStores, asked: TimelineQuery & { now: Instant }) =>
    readTimeline(database, asked, parts),
  ...onDatabase({ readKept, readArrivals, listLabels, listSessions, listSpend, pageSpend }),
  ...IDENTITY_QUERIES,
  ...TURNS_QUERIES,
  ...RUBRIC_QUERIES,
  ...METRICS_QUERIES,
  ...SCORES_QUERIES,
  ...INSIGHTS_QUERIES,
  ...OWN_DATA_QUERIES,
};

/** The queries' names. */
export type QueryName = keyof typeof QUERIES;

/** What a query is asked. */
export type QueryAsked<Name extends QueryName> = AskedOf<typeof QUERIES, Name>;

/** What a query answers. */
export type QueryAnswer<Name extends QueryName> = AnswerOf<typeof QUERIES, Name>;

/** Every query as a function. */
export type ApiQueries = Asks<typeof QUERIES>;

/** Makes the functions from one that asks any query by its name. */
export function queriesBy(
  ask: <Name extends QueryName>(name: Name, asked: QueryAsked<Name>) => Promise<QueryAnswer<Name>>,
): ApiQueries {
  return asksBy(QUERIES, ask);
}
