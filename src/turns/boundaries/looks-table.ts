/** The rows of boundaries that the rules or a person set or took away, for the accuracy of the rules. */
import { type Database, tables } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows-table.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { LookCount } from "./accuracy.ts";
import type { AssembledSession } from "../session.ts";
import type { BoundaryLook } from "./split.ts";

interface LookRow {
  organization: string;
  session: string;
  developer: string;
  prompt: string;
  looked_at: Milliseconds;
  kind: BoundaryLook["kind"];
  /** 1 when the rules alone begin a sub-session there. */
  automatic: number;
  override: BoundaryLook["override"];
}

interface LookTables {
  boundary_looks: LookRow;
}

export const lookTables: TableSet = {
  name: "boundary_looks",
  tables: ["boundary_looks"],
  kept: false,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<LookTables>(database);
  await schema
    .createTable("boundary_looks")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("looked_at", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("automatic", "integer", (column) => column.notNull())
    .addColumn("override", "text")
    .addPrimaryKeyConstraint("boundary_looks_key", ["organization", "session", "prompt"])
    .execute();
  await schema
    .createIndex("boundary_looks_by_time")
    .on("boundary_looks")
    .columns(["organization", "looked_at"])
    .execute();
}

/** One session's looks, and whose they are. */
export interface SessionLooks {
  organization: string;
  session: string;
  developer: string;
  assembled: AssembledSession;
}

/** Puts the looks of sessions in the place of those they had; looks at which nobody saw a boundary are not kept. */
export async function saveLooks(database: Database, sessions: readonly SessionLooks[]): Promise<void> {
  const rows = sessions.flatMap(lookRows);
  await replaceSessionRows(tables<LookTables>(database), "boundary_looks", { sessions, rows });
}

function lookRows({ organization, session, developer, assembled }: SessionLooks): LookRow[] {
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

/** Which looks are wanted. */
export interface LooksFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  from: Milliseconds;
  to: Milliseconds;
}

/** Counts the window's looks by what the rules and what people said. */
export async function countLooks(database: Database, filter: LooksFilter): Promise<LookCount[]> {
  let query = tables<LookTables>(database)
    .selectFrom("boundary_looks")
    .select((look) => ["automatic", "override", look.fn.countAll<number>().as("looks")] as const)
    .where("organization", "=", filter.organization)
    .where("looked_at", ">=", filter.from)
    .where("looked_at", "<", filter.to);
  if (filter.developers !== null) query = query.where("developer", "in", filter.developers);
  const rows = await query.groupBy(["automatic", "override"]).execute();
  return rows.map(({ automatic, override, looks }) => ({
    automatic: automatic === 1,
    override,
    looks: Number(looks),
  }));
}
