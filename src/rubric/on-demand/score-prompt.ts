/** Judges a prompt at once, because somebody asks for it. */
import { inTransaction } from "../../database/transaction.ts";
import type { Database } from "../../database/open.ts";
import { type ReadScope, type RowsToRead, rowsToRead } from "../../identity/scope.ts";
import type { Judge, JudgeProblem } from "../../judge/question.ts";
import type { Redactor } from "../../privacy/redactor.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type AgentSessionId, idIn } from "../../vocabulary/held-name.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import { contentKey } from "../content-key.ts";
import { judgeOnce } from "../judge-once.ts";
import type { Judgement } from "../judgement.ts";
import { findNewestSession, findPrompt } from "../lists/lists-table.ts";
import { saveAsked } from "../prompts/asked-table.ts";
import { readJudgements } from "../prompts/judgements-table.ts";
import { type PromptRow, showContent } from "../prompts/prompts-table.ts";
import { readContext } from "../prompts/queue-table.ts";
import { type CheckSettings, mayJudge } from "../trial/read-check.ts";
import { saveJudgement } from "../prompts/save-judgement.ts";

/** A prompt that somebody wants judged. */
export interface ScoreRequest {
  scope: ReadScope;
  /** As it came. */
  text: string;
  /** The session whose prompts are its context; null for none. One that is unknown has none. */
  sessionId: AgentSessionId | null;
  /** Only prompts of earlier turns are its context; null for all, or those before the prompt. */
  turnIndex: number | null;
  /** The prompt on which the judgement is stored; null to store nothing. */
  promptId: string | null;
}

/** Why there is no judgement. A prompt that may not be read is unknown; the model may have to pass a check first. */
export type ScoreProblem = JudgeProblem | { kind: "unknown_prompt" } | { kind: "not_checked" };

/** What judging on demand works with. */
export interface ScoringParts {
  database: Database;
  judge: Judge;
  redactor: Pick<Redactor, "text">;
  clock: Clock;
  modelCheck: CheckSettings;
}

/** Judges it, unless this model has judged the same before. */
export async function scorePrompt(
  parts: ScoringParts,
  request: ScoreRequest,
): Promise<Result<Judgement, ScoreProblem>> {
  const organization = request.scope.organizationId;
  const found = await findPlace(parts.database, request);
  if (found === null) return fail({ kind: "unknown_prompt" });
  const { model } = parts.judge;
  if (model !== null && !(await mayJudge(parts.database, model, parts.modelCheck)))
    return fail({ kind: "not_checked" });
  const text = parts.redactor.text(request.text.toWellFormed(), "written");
  const context = found.place === null ? [] : await readContext(parts.database, found.place);
  const asked = { organization, text, context, content: contentKey(text, context) };
  const judged =
    (await readKnown(parts, asked)) ?? (await judgeOnce(parts.judge, asked, { ...parts, isAwaited: true }));
  if (judged.ok && found.prompt !== null) {
    const { prompt } = found;
    await inTransaction(parts.database, "full", (transaction) =>
      store(transaction, { prompt, content: asked.content, judgement: judged.value }),
    );
  }
  return judged;
}

interface Found {
  /** Where it is in its session; null where it has none. */
  place: Parameters<typeof readContext>[1] | null;
  prompt: PromptRow | null;
}

/** Returns null when it is about a prompt that is unknown or may not be read. */
async function findPlace(database: Database, request: ScoreRequest): Promise<Found | null> {
  const readable = await rowsToRead(database, request.scope, null);
  if (request.promptId !== null) return readable && findStored(database, request, readable);
  const nowhere = { prompt: null, place: null };
  return readable === null ? nowhere : findSession(database, request, readable);
}

async function findStored(
  database: Database,
  { scope, sessionId, turnIndex, promptId }: ScoreRequest,
  { developerIds }: RowsToRead,
): Promise<Found | null> {
  const organization = scope.organizationId;
  const prompt = await findPrompt(database, {
    organization,
    developers: developerIds,
    promptId: promptId ?? "",
  });
  if (prompt === null || (sessionId !== null && idIn(prompt.session) !== sessionId)) return null;
  const { session } = prompt;
  return { prompt, place: { organization, session, beforeTurn: turnIndex ?? prompt.turn_index } };
}

async function findSession(
  database: Database,
  { scope, sessionId, turnIndex }: ScoreRequest,
  { developerIds }: RowsToRead,
): Promise<Found> {
  const organization = scope.organizationId;
  const whose = { organization, developers: developerIds };
  const session = sessionId === null ? null : await findNewestSession(database, { ...whose, sessionId });
  const beforeTurn = turnIndex ?? Number.MAX_SAFE_INTEGER;
  return { prompt: null, place: session === null ? null : { organization, session, beforeTurn } };
}

/** Returns what this model said of the same before, by the rubric of today; null when it has said nothing. */
async function readKnown(
  { database, judge }: ScoringParts,
  { organization, content }: { organization: string; content: string },
): Promise<Result<Judgement, JudgeProblem> | null> {
  if (judge.model === null) return null;
  const [known] = await readJudgements(database, organization, [{ content, model: judge.model }]);
  const isOfToday = known?.judgement.rubricVersion === RUBRIC_VERSION;
  return isOfToday ? succeed(known.judgement) : null;
}

async function store(
  transaction: Database,
  { prompt, content, judgement }: { prompt: PromptRow; content: string; judgement: Judgement },
): Promise<void> {
  const { organization, session } = prompt;
  if (prompt.content !== content) {
    const isThere = await showContent(transaction, prompt, content);
    // its developer may have been purged while the model read it
    if (!isThere) return;
    await saveAsked(transaction, { organization, session, prompt: prompt.prompt, content });
  }
  await saveJudgement(transaction, { organization, session, content }, keepable(judgement, prompt));
}

/** Where the text of a prompt is not kept, quotes of it are not kept either. */
function keepable(judgement: Judgement, { text }: PromptRow): Judgement {
  if (text !== null) return judgement;
  return { ...judgement, verdicts: judgement.verdicts.map((verdict) => ({ ...verdict, evidence: null })) };
}
