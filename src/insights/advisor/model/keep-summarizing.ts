/** The summarizing stage: asks the judge model to rewrite the prompts of new cards and to sum up sessions that ended. */
import { LRUCache } from "lru-cache";
import type { Database } from "../../../database/open.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { JudgeProblem } from "../../../judge/question.ts";
import { isTimeout } from "../../../judge/timeout.ts";
import { isPromptsFault, Patience } from "../../../rubric/judging/patience.ts";
import { NOTED_FOR } from "../../../sessions/closings-table.ts";
import { forgetEnding, readEndings } from "../../../sessions/endings-table.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { fail, type Result } from "../../../vocabulary/result.ts";
import { OVER, restUpTo, type Stage, type Step } from "../../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { askForRewrite, type CardPrompt, type FreshRewrite, keepRewrite, readCardPrompt } from "./rewrite.ts";
import { readUnrewritten } from "./rewrites-table.ts";
import { type SessionWords, readSessionWords } from "./session-words-table.ts";
import { askForSummary, type FreshSummary, keepSummary, type ModelParts, wantsSummary } from "./summarize.ts";

/** What summarizing works with. */
export interface SummarizingParts extends ModelParts {
  database: Database;
}

/** Nobody wakes it when the model may be asked again. */
const LOOK_EVERY_MS: Milliseconds = 5 * SECOND;
/** More than cards of a day; past it the model is asked about some of them again. */
const MOST_GIVEN_UP = 1_000;
/** So many are looked through for one that can be asked about. */
const LOOKED_AT = 20;

/** One thing to ask, and what became of it. */
type Task = { kind: "rewrite"; of: CardPrompt } | { kind: "summary"; of: SessionWords };
type Outcome = Result<FreshRewrite | FreshSummary, JudgeProblem>;

/** One question at a time: prompts that wait for their marks go on meanwhile. */
interface UnderWay {
  task: Task;
  askedAt: Instant;
  /** null until it has come back. */
  outcome: Outcome | null;
  broken: unknown;
  arrival: Promise<void>;
}

/**
 * Asks about what is newest first, one after the other; what closed over a day ago is not asked about by itself.
 *
 * A step stays for no answer, so a slow model holds nothing up.
 */
export function summarizingStage(parts: SummarizingParts): Stage {
  const work: Work = {
    ...parts,
    patience: new Patience(),
    givenUp: new LRUCache({ max: MOST_GIVEN_UP }),
    underWay: null,
  };
  return {
    name: "summarizing",
    failing: "could not ask for summaries or keep what the judge model wrote; it is tried again",
    async step({ goAhead, stopping }) {
      if (parts.judge.model === null) return OVER;
      await goAhead();
      const kept = await keepReturned(work);
      if (!stopping.aborted) await askNext(work, stopping);
      return restOf(work, kept);
    },
  };
}

interface Work extends SummarizingParts {
  patience: Patience;
  /** Cards whose prompt the model would not rewrite, or that quote none, until the next start. */
  givenUp: LRUCache<string, true>;
  underWay: UnderWay | null;
}

/** Returns whether an answer was kept. */
async function keepReturned(work: Work): Promise<boolean> {
  const { underWay } = work;
  if (underWay === null || (underWay.outcome === null && underWay.broken === null)) return false;
  const { task, outcome, askedAt, broken } = underWay;
  work.underWay = null;
  const now = performance.now();
  if (outcome === null) {
    work.patience.hear({ problem: "broken", askedAt, now });
    throw new Error("asking the judge model for words", { cause: broken });
  }
  work.patience.hear({ problem: outcome.ok ? null : outcome.problem, askedAt, now });
  if (!outcome.ok && !letsOthersGo(outcome.problem)) return false;
  if (!outcome.ok && task.kind === "rewrite") work.givenUp.set(task.of.card.id, true);
  await inTransaction(work.database, "full", (transaction) =>
    keepOne(transaction, { task, outcome, clock: work.clock }),
  );
  return outcome.ok;
}

/** Whether this task is left so that others come: what it asks for is written when somebody asks for advice. */
function letsOthersGo(problem: JudgeProblem): boolean {
  return isPromptsFault(problem) || problem.kind === "share_spent";
}

async function keepOne(
  transaction: Database,
  { task, outcome, clock }: { task: Task; outcome: Outcome; clock: Clock },
): Promise<void> {
  if (task.kind === "summary") await forgetEnding(transaction, task.of);
  if (!outcome.ok) return;
  if ("rewrite" in outcome.value) await keepRewrite(transaction, outcome.value);
  else await keepSummary(transaction, outcome.value, clock);
}

async function askNext(work: Work, signal: AbortSignal): Promise<void> {
  const askedAt = performance.now();
  if (work.underWay !== null || work.patience.leftMs(askedAt) > 0) return;
  const task = (await nextRewrite(work)) ?? (await nextSummary(work));
  if (task === null) return;
  const asked =
    task.kind === "rewrite"
      ? askForRewrite(work, task.of, { signal })
      : askForSummary(work, task.of, { signal });
  const underWay: UnderWay = { task, askedAt, outcome: null, broken: null, arrival: Promise.resolve() };
  underWay.arrival = asked.then(
    (outcome) => void (underWay.outcome = outcome),
    (error: unknown) => {
      if (isTimeout(error)) underWay.outcome = fail({ kind: "timed_out" });
      // given up when the program stops; asked again at the next start
      else underWay.broken = signal.aborted ? null : error;
    },
  );
  work.underWay = underWay;
}

async function nextRewrite(work: Work): Promise<Task | null> {
  const { database, clock, givenUp } = work;
  const wanted = { since: clock() - NOTED_FOR, except: [...givenUp.keys()] };
  for (const card of await readUnrewritten(database, wanted, LOOKED_AT)) {
    const of = await readCardPrompt(database, card);
    if (of !== null) return { kind: "rewrite", of };
    givenUp.set(card.id, true); // it quotes nothing
  }
  return null;
}

async function nextSummary({ database, clock }: Work): Promise<Task | null> {
  for (const ending of await readEndings(database, LOOKED_AT)) {
    const words = await readSessionWords(database, ending);
    const isNews = ending.closed_at >= clock() - NOTED_FOR;
    if (words !== null && isNews && words.isOver) {
      if (await wantsSummary(database, words)) return { kind: "summary", of: words };
    }
    // it is history, or goes on, and is noted again when it closes
    await inTransaction(database, "normal", (transaction) => forgetEnding(transaction, ending));
  }
  return null;
}

function restOf({ underWay, patience }: Work, didWork: boolean): Step {
  const mostMs = Math.max(patience.leftMs(performance.now()), LOOK_EVERY_MS);
  return restUpTo(mostMs, { didWork, ...(underWay !== null && { wokenBy: underWay.arrival }) });
}
