/** Finds the prompts of a time that may be judged again, lets them wait, and counts those that do. */
import type { Database } from "../../database/engine.ts";
import { tables } from "../../database/table-shape.ts";
import { emptyPromptDays } from "../days/days-table.ts";
import { IS_WAITING, PROMPTS } from "../prompts/prompts-table.ts";
import type { Rejudging } from "./rejudgings-table.ts";

/** Whose prompts of which time are meant. */
export interface RejudgeWindow {
  organization: string;
  from: number;
  to: number;
}

/** A prompt that has marks. */
export interface MarkedRow {
  id: string;
  submitted_at: number;
  content: string | null;
  judged_at: number | null;
  hasText: boolean;
}

/** Returns at most `limit` prompts of the wish's time that were not looked at, the earliest first. */
export async function readUnspread(
  database: Database,
  { organization, from_at, to_at, spread_to, spread_id }: Rejudging,
  limit: number,
): Promise<MarkedRow[]> {
  let query = tables(database, PROMPTS)
    .selectFrom("prompts")
    .select(["id", "submitted_at", "content", "judged_at"])
    .select((row) => row("text", "is not", null).as("hasText"))
    .where("organization", "=", organization)
    .where("submitted_at", ">=", spread_to ?? from_at)
    .where("submitted_at", "<", to_at);
  if (spread_to !== null && spread_id !== null)
    query = query.where((row) =>
      row.or([
        row("submitted_at", ">", spread_to),
        row.and([row("submitted_at", "=", spread_to), row("id", ">", spread_id)]),
      ]),
    );
  const rows = await query.orderBy("submitted_at").orderBy("id").limit(limit).execute();
  return rows.map(({ hasText, ...row }) => ({ ...row, hasText: Boolean(hasText) }));
}

/** Lets prompts wait for a judgement; their marks stay until then. */
export async function awaitAgain(transaction: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const waiting = await tables(transaction, PROMPTS)
    .updateTable("prompts")
    .set({ awaits: 1 })
    .where("id", "in", ids)
    .returning(["organization", "submitted_at"])
    .execute();
  await emptyPromptDays(transaction, waiting);
}

/** Counts the prompts of a wish that wait still. */
export async function countWaitingAgain(
  database: Database,
  { organization, from_at, to_at, asked_at }: Rejudging,
): Promise<number> {
  const { prompts } = await tables(database, PROMPTS)
    .selectFrom("prompts")
    .select(({ fn }) => fn.countAll<number | string>().as("prompts"))
    .where("awaits", "=", IS_WAITING)
    .where("organization", "=", organization)
    .where("submitted_at", ">=", from_at)
    .where("submitted_at", "<", to_at)
    .where("judged_at", "<", asked_at)
    .executeTakeFirstOrThrow();
  return Number(prompts);
}
