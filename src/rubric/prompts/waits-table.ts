/** Contents on which the judge model failed, and when each is tried again; kept. */
import { count, instant, text } from "../../database/columns.ts";
import { type Database, engineOf } from "../../database/engine.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { JudgeProblem } from "../../judge/question.ts";
import type { Judged } from "./judgements-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Why a prompt waits: what the model said, or that what it said could not be kept. */
type WaitReason = JudgeProblem["kind"] | "not_kept";

/** One that failed. */
export const JUDGING_WAITS = declareTable(
  "judging_waits",
  {
    organization: text(),
    content: text(),
    /** The session that it was tried for. */
    session: text<SessionName>(),
    /** How often it failed. */
    tries: count(),
    next_try_at: instant(),
    reason: text<WaitReason>(),
  },
  { owner: ["session"], key: ["organization", "content"] },
);

export const waitTables = {
  name: "judging_waits",
  tables: [JUDGING_WAITS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, JUDGING_WAITS);
}

/** When a content is tried again, and why not at once. */
export interface Wait {
  /** How often it failed, this time included. */
  tries: number;
  nextTryAt: number;
  reason: WaitReason;
}

/** Keeps a wait in the place of an earlier one. */
export async function insertWait(
  transaction: Database,
  { organization, session, content }: Judged,
  { tries, nextTryAt, reason }: Wait,
): Promise<void> {
  const wait = { tries, next_try_at: nextTryAt, reason };
  await tables(transaction, JUDGING_WAITS)
    .insertInto("judging_waits")
    .values({ organization, session, content, ...wait })
    .onConflict((conflict) => conflict.columns(["organization", "content"]).doUpdateSet(wait))
    .execute();
}

/** Forgets that a content waits. */
export async function deleteWait(
  transaction: Database,
  { organization, content }: Pick<Judged, "organization" | "content">,
): Promise<void> {
  await tables(transaction, JUDGING_WAITS)
    .deleteFrom("judging_waits")
    .where("organization", "=", organization)
    .where("content", "=", content)
    .execute();
}

/** Returns those of the contents on which the model failed. */
export async function readFailed(
  database: Database,
  organization: string,
  contents: readonly string[],
): Promise<Set<string>> {
  if (contents.length === 0) return new Set();
  const rows = await tables(database, JUDGING_WAITS)
    .selectFrom("judging_waits")
    .select("content")
    .where("organization", "=", organization)
    .where("content", "in", engineOf(database).listOf(contents))
    .execute();
  return new Set(rows.map(({ content }) => content));
}
