/** Judging again: a wish is kept at once, and its prompts are let wait some at a time, also after a kill. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import { readMarks } from "../prompts/judgements-table.ts";
import { insertRejudging, nextToSpread, readRejudgings, saveSpread } from "./rejudgings-table.ts";
import { awaitAgain, readUnspread, type RejudgeWindow } from "./spread-table.ts";
import { isWantedAgain } from "./wanted-again.ts";

/** A wish: whose prompts, of which time, by which model, and how many they are. */
export interface RejudgeRequest extends RejudgeWindow {
  model: string;
  prompts: number;
}

/**
 * Keeps a wish; from then on the prompts of its time are to be judged again, also after a rebuild.
 *
 * @returns Its id.
 */
export async function requestRejudge(
  database: Database,
  { organization, from, to, model, prompts }: RejudgeRequest,
  now: Instant,
): Promise<string> {
  const id = derivedId("rejudging", organization, from, to, now, crypto.randomUUID());
  const spread = { spread_to: null, spread_id: null, spread_at: null };
  const wish = { id, organization, from_at: from, to_at: to, asked_at: now, model, prompts, ...spread };
  await inTransaction(database, "full", (transaction) =>
    insertRejudging(transaction, { ...wish, rubric_version: RUBRIC_VERSION }),
  );
  return id;
}

/** Prompts in one transaction: few enough that it stays short. */
const ROWS_AT_ONCE = 500;

/**
 * Lets the next prompts of the earliest wish wait.
 *
 * @returns Whether there was something to do.
 */
export async function spreadNext(database: Database, now: Instant): Promise<boolean> {
  const wish = await nextToSpread(database);
  if (wish === null) return false;
  const { organization } = wish;
  await inTransaction(database, "normal", async (transaction) => {
    const rows = await readUnspread(transaction, wish, ROWS_AT_ONCE);
    const contents = rows.flatMap(({ content, judged_at, hasText }) =>
      content === null || judged_at === null || !hasText ? [] : [content],
    );
    const marks = await readMarks(transaction, organization, [...new Set(contents)]);
    const wishes = await readRejudgings(transaction, organization);
    const wanted = rows.filter(({ content, submitted_at: submittedAt, hasText }) => {
      const known = marks.get(content ?? "");
      return hasText && known !== undefined && isWantedAgain(wishes, { submittedAt, marks: known });
    });
    await awaitAgain(
      transaction,
      wanted.map(({ id }) => id),
    );
    const last = rows.at(-1);
    await saveSpread(
      transaction,
      wish.id,
      last === undefined || rows.length < ROWS_AT_ONCE
        ? { spread_at: now }
        : { spread_to: last.submitted_at, spread_id: last.id },
    );
  });
  return true;
}
