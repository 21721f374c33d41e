/** Answers which prompts there are, which are best and worst, and what is known of one. */
import type { Database } from "../../database/open.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { type RowsToRead, rowsToRead } from "../../identity/scope.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import { readPage } from "../../vocabulary/page.ts";
import type { Judgement } from "../judgement.ts";
import { readJudgements } from "../prompts/judgements-table.ts";
import type { PromptRow } from "../prompts/prompts-table.ts";
import { describeChecks, describePrompt } from "./describe-prompt.ts";
import { findPrompt, type PromptsFilter, readPromptsPage, readRanked } from "./lists-table.ts";
import type {
  PromptQuery,
  PromptsPage,
  PromptsQuery,
  PromptsWindow,
  RankedPage,
  RankingQuery,
  ScoredPrompt,
} from "./prompt-answer.ts";
import { narrowTo, readListedDays, readScoredTotal, readTotal } from "./read-totals.ts";
import type { AgentSessionId } from "../../vocabulary/held-name.ts";

/** Reads one page of prompts, the newest first. */
export async function listPrompts(database: Database, query: PromptsQuery): Promise<PromptsPage> {
  const { intent, status, limit, after } = query;
  const found = await filterFor(database, query);
  if (found === null) return { prompts: [], total: 0, next: null };
  const all = { ...found.filter, intent, status };
  const days = await readListedDays(database, all);
  const filter = narrowTo(all, days);
  const { rows, next } = await readPage(
    limit,
    (atMost) => readPromptsPage(database, filter, { limit: atMost, after }),
    (last) => ({ submittedAt: last.submitted_at, id: last.id }),
  );
  const prompts = await describeAll(database, rows, found.readable.developers);
  const isWhole = after === null && next === null;
  return { prompts, total: isWhole ? rows.length : await readTotal(database, filter, days), next };
}

/** Reads one page of the scored prompts, those with the least or the most points first. */
export async function listRankedPrompts(database: Database, query: RankingQuery): Promise<RankedPage> {
  const { intent, limit, first, after } = query;
  const found = await filterFor(database, query);
  if (found === null) return { prompts: [], total: 0, next: null };
  const filter: PromptsFilter = { ...found.filter, intent, status: null };
  const { rows, next } = await readPage(
    limit,
    (atMost) => readRanked(database, filter, { limit: atMost, first, after }),
    // what is ranked has a score
    (last) => ({ rubricScore: last.rubric_score ?? 0, submittedAt: last.submitted_at, id: last.id }),
  );
  const prompts = await describeAll(database, rows, found.readable.developers);
  return { prompts, total: await readScoredTotal(database, filter), next };
}

/**
 * Reads one prompt with its checks.
 *
 * @returns null for one that is unknown or may not be read.
 */
export async function readPrompt(
  database: Database,
  { scope, promptId }: PromptQuery,
): Promise<ScoredPrompt | null> {
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return null;
  const whose = { organization: scope.organizationId, developers: readable.developerIds };
  const row = await findPrompt(database, { ...whose, promptId });
  if (row === null) return null;
  const judgement = (await judgementsOf(database, [row])).get(row.id) ?? null;
  return { ...describePrompt(row, judgement, readable.developers), checks: describeChecks(judgement) };
}

async function filterFor(
  database: Database,
  { scope, from, to, developer, sessionId }: PromptsWindow & { sessionId: AgentSessionId | null },
): Promise<{ readable: RowsToRead; filter: Omit<PromptsFilter, "intent" | "status"> } | null> {
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return null;
  const sessions = sessionId === null ? null : await findSessionNames(database, organization, sessionId);
  const { developerIds: developers, labels } = readable;
  return { readable, filter: { organization, developers, labels, from, to, sessions } };
}

async function describeAll(
  database: Database,
  rows: readonly PromptRow[],
  developers: ReadonlyMap<string, Developer>,
): Promise<ScoredPrompt[]> {
  const judgements = await judgementsOf(database, rows);
  return rows.map((row) => describePrompt(row, judgements.get(row.id) ?? null, developers));
}

/**
 * Returns by row's id its newest judgement.
 *
 * @param rows - Rows of one organization.
 */
async function judgementsOf(
  database: Database,
  rows: readonly PromptRow[],
): Promise<ReadonlyMap<string, Judgement>> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const names = rows.flatMap(({ content, model }) =>
    content === null || model === null ? [] : [{ content, model }],
  );
  const found = await readJudgements(database, first.organization, names);
  const byName = new Map(found.map(({ content, model, judgement }) => [`${content} ${model}`, judgement]));
  return new Map(
    rows.flatMap(({ id, content, model }) => {
      const judgement = byName.get(`${content} ${model}`);
      return judgement === undefined ? [] : [[id, judgement]];
    }),
  );
}
