/** Lists the turns of a window that took longest. */
import type { Database } from "../../database/open.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { readPage } from "../../vocabulary/page.ts";
import type { SlowestQuery, SlowestTurns, SlowTurn } from "./slowest-answer.ts";
import { countTurns, readSlowest } from "./slowest-table.ts";
import { promptOf, turnIdOf, type TurnRow } from "../create-tables.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** Reads the slowest turns, the slowest first. */
export async function listSlowest(database: Database, query: SlowestQuery): Promise<SlowestTurns> {
  const { scope, from, to, limit, after } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { turns: [], total: 0, next: null };
  const { developerIds: developers, labels } = readable;
  const filter = { organization: scope.organizationId, developers, labels, from, to };
  const { rows, next } = await readPage(
    limit,
    (atMost) => readSlowest(database, filter, { limit: atMost, after }),
    ({ duration_ms, started_at, event }) => ({ durationMs: duration_ms, startedAt: started_at, event }),
  );
  const total = await countTurns(database, filter);
  return {
    turns: rows.map((row) => slowTurn(row, readable.developers)),
    total,
    next,
  };
}

function slowTurn(row: TurnRow, developers: ReadonlyMap<string, Developer>): SlowTurn {
  return {
    turnId: turnIdOf(row),
    sessionId: idIn(row.session),
    turnIndex: row.turn_index,
    developer: describeOwner(developers, row.developer),
    startedAt: isoTime(row.started_at),
    durationMs: row.duration_ms,
    modelMs: row.model_ms,
    toolMs: row.tool_ms,
    model: row.model,
    calls: row.calls,
    promptId: promptOf(row),
  };
}
