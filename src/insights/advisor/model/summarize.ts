/** Has the judge model sum a session up, once for each state of it. */
import type { Database } from "../../../database/open.ts";
import { AskedOnce } from "../../../judge/ask-once.ts";
import { newCode } from "../../../judge/marked-text.ts";
import type { Judge, JudgeProblem } from "../../../judge/question.ts";
import type { Redactor } from "../../../privacy/redactor.ts";
import { saveSummaryText } from "../../../turns/titles/summary-texts-table.ts";
import { readSummary, saveSummary, type SummaryRow } from "../../../turns/titles/titles-table.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { cleanText } from "./one-line.ts";
import { readLastOutcome, type SessionWords } from "./session-words-table.ts";
import { summaryQuestion, writtenFrom, type WrittenSummary } from "./summary-question.ts";

/** What asking works with. */
export interface ModelParts {
  judge: Judge;
  redactor: Pick<Redactor, "text">;
  clock: Clock;
}

/** How a question is asked. */
export interface Asking {
  signal?: AbortSignal;
  /** A person waits for it. */
  isAwaited?: true;
}

/** A summary that fits a state of the session. */
export interface FreshSummary extends WrittenSummary {
  words: SessionWords;
  model: string;
}

/** Whether there is something to sum up that was not summed up as it is. */
export async function wantsSummary(database: Database, words: SessionWords): Promise<boolean> {
  if (!words.parts.some(({ prompts }) => prompts.length > 0)) return false;
  const known = await readSummary(database, words.organization, words.session);
  return known?.state !== words.state;
}

const SUMMARIES = new AskedOnce<FreshSummary>();

/**
 * Asks for it; nothing is stored.
 *
 * @throws As the judge; rejects with the signal's reason when that aborts first.
 */
export function askForSummary(
  parts: ModelParts,
  words: SessionWords,
  asking: Asking,
): Promise<Result<FreshSummary, JudgeProblem>> {
  return SUMMARIES.ask(parts.judge, words.state, () => ask(parts, words, asking));
}

async function ask(
  { judge, redactor }: ModelParts,
  words: SessionWords,
  { signal, ...hurry }: Asking,
): Promise<Result<FreshSummary, JudgeProblem>> {
  const question = { ...summaryQuestion(words.organization, words.parts, newCode()), ...hurry };
  const reply = await judge.ask(question, signal);
  if (!reply.ok) return reply;
  const { answer, model } = reply.value;
  const clean = (text: string): string => cleanText(redactor, text);
  const { title, summary, parts } = answer;
  const cleaned = { title: clean(title), summary: clean(summary), parts: parts.map(clean) };
  const written = writtenFrom(cleaned, words.parts);
  return written === null ? fail({ kind: "unfit_answer" }) : succeed({ ...written, words, model });
}

/**
 * Keeps it, unless the session was purged while the model read it.
 *
 * @param transaction - A transaction.
 */
export async function keepSummary(
  transaction: Database,
  { words, title, summary, titles, model }: FreshSummary,
  clock: Clock,
): Promise<void> {
  const { organization, session, state } = words;
  if ((await readLastOutcome(transaction, words)) === null) return;
  const row: SummaryRow = { organization, session, state, title, summary, model, written_at: clock() };
  const rows = [...titles].map(([sub_session, title]) => ({ sub_session, organization, session, title }));
  await saveSummary(transaction, row, rows);
  await saveSummaryText(transaction, row, [...titles.values()]);
}
