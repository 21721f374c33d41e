/** The tables of an export, and how the rows of a day are read: as the lists of the API have them. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import type { ReadScope } from "../../identity/scope.ts";
import { readUsageByCut, USAGE_OF_CUT } from "../../insights/usage/usage-by-cut.ts";
import { listSubSessions } from "../../metrics/sub-sessions/list-sub-sessions.ts";
import { SUB_SESSION_ROW } from "../../metrics/sub-sessions/sub-session-answer.ts";
import { readTextsOfEvents } from "../../rubric/lists/lists-table.ts";
import { MISSING, SCORE_ROW } from "../../scores/answer.ts";
import { listScores } from "../../scores/list-scores.ts";
import { periodOf } from "../../scores/periods.ts";
import { ANY_SESSION } from "../../sessions/listed/having-table.ts";
import { listSessions } from "../../sessions/listed/list-sessions.ts";
import { LISTED_SESSION } from "../../sessions/listed/session-answer.ts";
import { listTurns } from "../../turns/listed/list-turns.ts";
import { type ListedTurn, TURN_ROW } from "../../turns/listed/turn-row.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { type Column, columnsOf } from "./columns.ts";

/** Whose rows of which day are wanted. */
export interface WantedDay {
  scope: ReadScope;
  /** Its beginning, in UTC. */
  dayStart: Instant;
  withText: boolean;
}

/** Some rows of a table; the next come with the next page. */
export type RowPages = AsyncGenerator<readonly object[]>;

/** A table of an export. */
export interface ExportedTable {
  name: string;
  about: string;
  columns(): readonly Column[];
  /** Columns with words of people, which are left out unless they are asked for. */
  texts: readonly string[];
  /** Reads the rows of a day, in an order that is always the same. */
  read(database: Database, wanted: WantedDay): RowPages;
}

const SCORE_PERIODS = ["day", "week", "month"] as const;

export const EXPORTED_TABLES: readonly ExportedTable[] = [
  {
    name: "sessions",
    about: "One row for each session, on the day of its first turn; the same as GET /v1/sessions.",
    columns: () => columnsOf(LISTED_SESSION, "not known"),
    texts: ["title"],
    read: (database, { scope, dayStart }) =>
      pagesOf(async (after: Awaited<ReturnType<typeof listSessions>>["next"]) => {
        const query = {
          scope,
          ...dayFrom(dayStart),
          developer: null,
          ...ANY_SESSION,
          sort: "started" as const,
          order: "desc" as const,
          limit: PAGE_ROWS,
          after,
        };
        const { sessions, next } = await listSessions(database, query);
        return { rows: sessions, next };
      }),
  },
  {
    name: "sub_sessions",
    about: "One row for each sub-session, on the day it starts; the same as GET /scoring/sub-sessions.",
    columns: () =>
      columnsOf(
        SUB_SESSION_ROW.omit({ turnEntries: true }),
        "not enough evidence, or the agent does not send it",
      ),
    texts: ["title", "saidNote"],
    read: (database, { scope, dayStart }) =>
      pagesOf(async (after: Awaited<ReturnType<typeof listSubSessions>>["next"]) => {
        const any = { developer: null, session: null, outcome: null, scoreable: null, turns: false };
        const query = { scope, ...dayFrom(dayStart), ...any, limit: PAGE_ROWS, after };
        const { subSessions, next } = await listSubSessions(database, query);
        return { rows: subSessions, next };
      }),
  },
  {
    name: "turns",
    about: "One row for each turn: a prompt and the work for it, on the day it starts.",
    columns: () =>
      columnsOf(
        TURN_ROW.extend({
          promptText: z
            .string()
            .nullable()
            .describe("Redacted as everywhere; null: withheld or lost, or no prompt."),
        }),
        "not known",
      ),
    texts: ["promptText"],
    read: (database, { scope, dayStart, withText }) =>
      pagesOf(async (after: Awaited<ReturnType<typeof listTurns>>["next"]) => {
        const limit = withText ? PAGE_TEXTS : PAGE_ROWS;
        const page = await listTurns(database, { scope, ...dayFrom(dayStart), limit, after });
        return withText ? { ...page, rows: await withTexts(database, scope, page.rows) } : page;
      }),
  },
  {
    name: "usage",
    about: "What was used on each day (UTC), by each cut; counted as GET /scoring/usage does.",
    columns: () => columnsOf(USAGE_OF_CUT, "the column `missing` has the reason"),
    texts: [],
    read: async function* (database, { scope, dayStart }) {
      yield await readUsageByCut(database, scope, dayStart);
    },
  },
  {
    name: "scores",
    about:
      "One row for each developer and period, on the period's first day: days, and whole weeks from Monday and months; " +
      "the same as GET /scoring/scores.",
    columns: () =>
      columnsOf(
        SCORE_ROW.omit({ change: true, breakdown: true }).extend({
          period: z.enum(SCORE_PERIODS),
          missing: MISSING.nullable().describe("null: nothing is missing."),
        }),
        "not enough evidence",
      ),
    texts: [],
    read: readScores,
  },
];

/** Rows that are held in memory at a time; prompts can be long. */
const PAGE_ROWS = 2_000;
const PAGE_TEXTS = 200;

async function* pagesOf<Row extends object, Position>(
  read: (after: Position | null) => Promise<{ rows: readonly Row[]; next: Position | null }>,
): RowPages {
  let after: Position | null = null;
  do {
    const { rows, next }: { rows: readonly Row[]; next: Position | null } = await read(after);
    yield rows;
    after = next;
  } while (after !== null);
}

function dayFrom(dayStart: Instant) {
  return { from: dayStart, to: dayStart + DAY };
}

async function withTexts(
  database: Database,
  { organizationId }: ReadScope,
  turns: readonly ListedTurn[],
): Promise<(ListedTurn & { promptText: string | null })[]> {
  const prompts = turns.flatMap(({ promptId }) => promptId ?? []);
  const texts = await readTextsOfEvents(database, organizationId, prompts);
  return turns.map((turn) => ({ ...turn, promptText: texts.get(turn.promptId ?? "") ?? null }));
}

async function* readScores(database: Database, { scope, dayStart }: WantedDay): RowPages {
  for (const period of SCORE_PERIODS) {
    const { start, end } = periodOf(dayStart, period);
    if (start !== dayStart) continue;
    yield* pagesOf(async (after: Awaited<ReturnType<typeof listScores>>["next"]) => {
      const asked = { scope, from: start, to: end, period, developer: null, limit: PAGE_ROWS, after };
      const { scores, next } = await listScores(database, asked);
      return { rows: scores.map((row) => ({ ...row, period })), next };
    });
  }
}
