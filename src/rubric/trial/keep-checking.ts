/** The checking stage: a judge model that is new is tried once on prompts whose marks are known, in the background. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readSpentOn } from "../../judge/ledger-table.ts";
import type { Judge, JudgeProblem } from "../../judge/question.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { Result } from "../../vocabulary/result.ts";
import { MORE, OVER, restUpTo, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import { judgePrompt } from "../judge-prompt.ts";
import { isServersFault, Patience } from "../judging/patience.ts";
import type { Judgement } from "../judgement.ts";
import { forgetAnswers, readAnswers, saveAnswer } from "./answers-table.ts";
import { type CheckedModel, readCheck, weakOf } from "./read-check.ts";
import { figuresOf } from "./trial-figures.ts";
import { shippedPrompts, type TrialPrompt } from "./trial-prompts.ts";
import { saveTrial, type Trial } from "./trials-table.ts";

/** What checking works with. */
export interface CheckingParts {
  database: Database;
  judge: Judge;
  /** Of the model's address; null without a model. */
  endpoint: string | null;
  /** Whether a new model is checked automatically. */
  isOn: boolean;
  clock: Clock;
  log: Log;
}

const LOOK_EVERY_MS: Milliseconds = 5 * SECOND;
/** A prompt on which the model's server fails so often counts as not judged. */
const MOST_TRIES = 5;

interface UnderWay {
  prompt: TrialPrompt;
  /** On the clock of the ledger. */
  startedAt: Instant;
  askedAt: Instant;
  outcome: Result<Judgement, JudgeProblem> | null;
  broken: unknown;
  arrival: Promise<void>;
}

interface Work extends CheckingParts {
  patience: Patience;
  tries: Map<string, number>;
  underWay: UnderWay | null;
}

/**
 * Asks about one known prompt after the other and keeps each answer, so that a check that was broken off goes on.
 *
 * The calls count in the ledger and in the budget, in no organization's share.
 */
export function checkingStage(parts: CheckingParts): Stage {
  const work: Work = { ...parts, patience: new Patience(), tries: new Map(), underWay: null };
  const { endpoint, isOn, database, judge } = parts;
  return {
    name: "checking",
    failing: "could not check the judge model with known prompts; it is tried again",
    async step({ goAhead, stopping }) {
      const { model } = judge;
      if (!isOn || model === null || endpoint === null) return OVER;
      await goAhead();
      const checked = { model, endpoint };
      await keepReturned(work, checked);
      if ((await readCheck(database, checked)) !== null) return OVER;
      const next = await nextPrompt(database, checked);
      if (next === null) return finish(work, checked);
      if (!stopping.aborted) askNext(work, next, stopping);
      return restOf(work);
    },
  };
}

async function nextPrompt(database: Database, checked: CheckedModel): Promise<TrialPrompt | null> {
  const answered = await readAnswers(database, checked);
  return shippedPrompts().prompts.find(({ id }) => !answered.has(id)) ?? null;
}

async function keepReturned(work: Work, checked: CheckedModel): Promise<void> {
  const { underWay, patience, database, tries } = work;
  if (underWay === null || (underWay.outcome === null && underWay.broken === null)) return;
  const { prompt, startedAt, askedAt, outcome, broken } = underWay;
  work.underWay = null;
  const now = performance.now();
  if (outcome === null) {
    patience.hear({ problem: "broken", askedAt, now });
    throw new Error("checking the judge model", { cause: broken });
  }
  patience.hear({ problem: outcome.ok ? null : outcome.problem, askedAt, now });
  const failures = (tries.get(prompt.id) ?? 0) + 1;
  tries.set(prompt.id, failures);
  if (!outcome.ok && isAskedAgain(outcome.problem, failures)) return;
  await inTransaction(database, "normal", (transaction) =>
    saveAnswer(transaction, checked, { prompt: prompt.id, startedAt, outcome }),
  );
}

/** What is the server's fault passes; a prompt that breaks it each time is no reason to ask for ever. */
function isAskedAgain(problem: JudgeProblem, failures: number): boolean {
  if (!isServersFault(problem)) return false;
  const mayBeItsOwn = ["timed_out", "server_failed"].includes(problem.kind);
  return !mayBeItsOwn || failures < MOST_TRIES;
}

function askNext(work: Work, prompt: TrialPrompt, signal: AbortSignal): void {
  const askedAt = performance.now();
  const { judge, clock, patience } = work;
  if (work.underWay !== null || patience.leftMs(askedAt) > 0) return;
  const { text, context } = prompt;
  const asked = judgePrompt(judge, { organization: "", text, context }, { clock, signal, purpose: "check" });
  const underWay: UnderWay = {
    prompt,
    startedAt: clock(),
    askedAt,
    outcome: null,
    broken: null,
    arrival: Promise.resolve(),
  };
  underWay.arrival = asked.then(
    (outcome) => void (underWay.outcome = outcome),
    // given up when the program stops; asked again at the next start
    (error: unknown) => void (underWay.broken = signal.aborted ? null : error),
  );
  work.underWay = underWay;
}

async function finish({ database, clock, log }: Work, checked: CheckedModel): Promise<Step> {
  const trial = await trialOf(database, checked, clock());
  await inTransaction(database, "full", async (transaction) => {
    await saveTrial(transaction, trial);
    await forgetAnswers(transaction);
  });
  const weak = weakOf(trial);
  if (weak.length === 0) log.info("the judge model passed its check", { model: checked.model });
  else log.warning(FAILED, { model: checked.model, weak: weak.join(", ") });
  return MORE;
}

const FAILED =
  "the judge model failed its check with known prompts: its grades say little; set another one as llm_model";

async function trialOf(database: Database, checked: CheckedModel, now: Instant): Promise<Trial> {
  const { prompts, version } = shippedPrompts();
  const answers = await readAnswers(database, checked);
  const run = new Map([...answers].map(([id, { outcome }]) => [id, outcome]));
  const since = Math.min(...[...answers.values()].map(({ startedAt }) => startedAt));
  const spent = await readSpentOn(database, { purpose: "check", model: checked.model, since });
  return {
    ...checked,
    rubricVersion: RUBRIC_VERSION,
    promptsVersion: version,
    triedAt: now,
    figures: figuresOf(prompts, [run]),
    inputTokens: spent.inputTokens,
    outputTokens: spent.outputTokens,
    cost: spent.unpriced > 0 ? null : spent.cost,
    seconds: (now - since) / SECOND,
  };
}

function restOf({ underWay, patience }: Work): Step {
  const mostMs = Math.max(patience.leftMs(performance.now()), LOOK_EVERY_MS);
  return restUpTo(mostMs, underWay === null ? {} : { wokenBy: underWay.arrival });
}
