/** Rewrites and a summary for somebody who waits for them: what does not come in time, or at all, is left out. */
import type { Database } from "../../../database/open.ts";
import type { SessionOf } from "../../../database/engine.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { JudgeProblem } from "../../../judge/question.ts";
import { readSummary } from "../../../turns/titles/titles-table.ts";
import type { Result } from "../../../vocabulary/result.ts";
import { type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import type { CardRow } from "../cards-table.ts";
import { askForRewrite, keepRewrite, readCardPrompt } from "./rewrite.ts";
import { readSessionWords } from "./session-words-table.ts";
import { askForSummary, keepSummary, type ModelParts, wantsSummary } from "./summarize.ts";

/** What writing at once works with. */
export interface WritingParts extends ModelParts {
  database: Database;
  /** So long the judge model is waited for; as the route allows when absent. */
  patienceMs?: Milliseconds;
}

/** The route waits for 50 s, and the cards have to be in it. */
const PATIENCE_MS: Milliseconds = 40 * SECOND;
/** The newest; a session with more cards waits for the rest until next time. */
const MOST_REWRITES = 3;

/**
 * Asks for all of it at once.
 *
 * @remarks Takes cards of the session, the newest first.
 */
export async function writeNow(
  parts: WritingParts,
  session: SessionOf,
  cards: readonly CardRow[],
): Promise<void> {
  if (parts.judge.model === null) return;
  const asking = { signal: AbortSignal.timeout(parts.patienceMs ?? PATIENCE_MS), isAwaited: true } as const;
  const missing = cards.filter(({ rewrite }) => rewrite === null).slice(0, MOST_REWRITES);
  await Promise.all([
    summarizeNow(parts, session, asking),
    ...missing.map((card) => rewriteNow(parts, card, asking)),
  ]);
}

/** Returns what is written of the session, whatever has happened in it since; null where nothing is. */
export async function summaryOf(
  { database }: Pick<WritingParts, "database">,
  { organization, session }: SessionOf,
): Promise<string | null> {
  return (await readSummary(database, organization, session))?.summary ?? null;
}

type Waiting = { signal: AbortSignal; isAwaited: true };

async function summarizeNow(parts: WritingParts, session: SessionOf, asking: Waiting): Promise<void> {
  const words = await readSessionWords(parts.database, session);
  if (words === null || !(await wantsSummary(parts.database, words))) return;
  const written = await inTime(askForSummary(parts, words, asking), asking.signal);
  if (written === null) return;
  await inTransaction(parts.database, "full", (transaction) =>
    keepSummary(transaction, written, parts.clock),
  );
}

async function rewriteNow(parts: WritingParts, card: CardRow, asking: Waiting): Promise<void> {
  const prompt = await readCardPrompt(parts.database, card);
  if (prompt === null) return;
  const written = await inTime(askForRewrite(parts, prompt, asking), asking.signal);
  if (written === null) return;
  await inTransaction(parts.database, "full", (transaction) => keepRewrite(transaction, written));
}

/** Returns null when the model gave none, or not in time; its counts say why. */
async function inTime<Written>(
  asked: Promise<Result<Written, JudgeProblem>>,
  signal: AbortSignal,
): Promise<Written | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  signal.addEventListener("abort", () => resolve(null));
  try {
    // a question that was joined knows nothing of this one's time
    const written = await Promise.race([asked, tooLate]);
    return written?.ok === true ? written.value : null;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
