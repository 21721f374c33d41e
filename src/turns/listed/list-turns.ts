/** Lists the turns of a window, each with all its numbers. */
import type { Database } from "../../database/open.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { type ReadScope, rowsToRead } from "../../identity/scope.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { type Page, readPage } from "../../vocabulary/page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { promptOf, turnIdOf, type TurnRow } from "../create-tables.ts";
import { findTurns } from "./listed-turns-table.ts";
import type { ListedTurn, TurnPosition } from "./turn-row.ts";

/** What is asked for. */
export interface TurnsQuery {
  scope: ReadScope;
  /** Turns that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  limit: number;
  after: TurnPosition | null;
}

/** Reads one page, the turn that starts last first. */
export async function listTurns(
  database: Database,
  { scope, from, to, limit, after }: TurnsQuery,
): Promise<Page<ListedTurn, TurnPosition>> {
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return { rows: [], next: null };
  const filter = { organization: scope.organizationId, developers: readable.developerIds, from, to };
  const { rows, next } = await readPage(
    limit,
    (atMost) => findTurns(database, filter, { limit: atMost, after }),
    ({ started_at, event }) => ({ startedAt: started_at, event }),
  );
  return { rows: rows.map((row) => listedTurn(row, readable.developers)), next };
}

function listedTurn(row: TurnRow, developers: ReadonlyMap<string, Developer>): ListedTurn {
  return {
    turnId: turnIdOf(row),
    sessionId: idIn(row.session),
    turnIndex: row.turn_index,
    developer: describeOwner(developers, row.developer),
    startedAt: isoTime(row.started_at),
    endedAt: isoTime(row.ended_at),
    durationMs: row.duration_ms,
    modelMs: row.model_ms,
    toolMs: row.tool_ms,
    model: row.model,
    promptId: promptOf(row),
    promptChars: row.prompt_chars,
    trivial: row.trivial === null ? null : row.trivial === 1,
    repair: row.repair === 1,
    ...workOf(row),
  };
}

function workOf(row: TurnRow) {
  return {
    modelCalls: row.calls,
    failedModelCalls: row.failed_calls,
    unknownModelCalls: row.unknown_calls,
    toolCalls: row.tools,
    failedToolCalls: row.failed_tools,
    tokens: {
      input: row.input_uncached,
      output: row.output,
      cacheRead: row.cache_read,
      cacheWrite: row.cache_creation,
    },
    linesAdded: row.lines_added,
    linesRemoved: row.lines_removed,
  };
}
