/** The rows of boundaries that the rules or a person set or removed, for the accuracy of the rules. */
import type { SessionOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows.ts";
import type { LookCount } from "./accuracy.ts";
import type { AssembledSession } from "../session.ts";
import type { BoundaryLook } from "./split.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

const BOUNDARY_LOOKS = declareTable(
  "boundary_looks",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    prompt: text(),
    looked_at: instant(),
    kind: text<BoundaryLook["kind"]>(),
    /** 1 when the rules begin a sub-session there without the judge model. */
    automatic: count(),
    override: orNull(text<NonNullable<BoundaryLook["override"]>>()),
  },
  {
    owner: ["session", "developer"],
    // without a key: it would be as long as a row, and no question asks for a prompt's
    indexes: {
      boundary_looks_by_session: ["session"],
      boundary_looks_by_time: ["organization", "looked_at"],
    },
  },
);

export type LookRow = RowOf<typeof BOUNDARY_LOOKS>;

export const lookTables = {
  name: "boundary_looks",
  tables: [BOUNDARY_LOOKS],
  kept: false,
  shape: 2,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, BOUNDARY_LOOKS);
}

/** One session's looks, and whose they are. */
export interface SessionLooks extends SessionOf {
  developer: string;
  assembled: AssembledSession;
}

/** The rows of sessions' looks; looks at which nobody saw a boundary have none. */
export function lookRows(sessions: readonly SessionLooks[]): LookRow[] {
  return sessions.flatMap(rowsOf);
}

/** Replaces the looks of sessions. */
export async function saveLooks(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly LookRow[],
): Promise<void> {
  await replaceSessionRows(database, BOUNDARY_LOOKS, { sessions, rows });
}

function rowsOf({ organization, session, developer, assembled }: SessionLooks): LookRow[] {
  const startOf = new Map(assembled.turns.map((turn) => [turn.index, turn.startedAt]));
  const telling = assembled.looks.filter(({ automatic, override }) => automatic || override !== null);
  return telling.map(({ promptEventId, turnIndex, kind, automatic, override }) => ({
    organization,
    session,
    developer,
    prompt: promptEventId,
    looked_at: startOf.get(turnIndex) ?? 0,
    kind,
    automatic: Number(automatic),
    override,
  }));
}

/** Counts the window's looks by what the rules and what people said. */
export async function countLooks(database: Database, filter: WindowFilter): Promise<LookCount[]> {
  const looked = tables(database, BOUNDARY_LOOKS).selectFrom("boundary_looks");
  const query = inWindow(looked, filter, "looked_at")
    .select((look) => ["automatic", "override", look.fn.countAll<number>().as("looks")] as const)
    .groupBy(["automatic", "override"]);
  const rows = await query.execute();
  return rows.map(({ automatic, override, looks }) => ({
    automatic: automatic === 1,
    override,
    looks: Number(looks),
  }));
}
