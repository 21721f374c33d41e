/** The judging stage: asks the judge model about prompts that wait, everybody in turn, and keeps what it says. */
import { isFaultOfTheWork } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Judge, JudgeProblem } from "../../judge/question.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { MORE, OVER, restUpTo, type Stage, type Step } from "../../vocabulary/stage.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { judgeOnce } from "../judge-once.ts";
import { spreadNext } from "../rejudging/keep-rejudging.ts";
import { type CheckSettings, mayJudge } from "../trial/read-check.ts";
import { LookAhead } from "./look-ahead.ts";
import { isPromptsFault, Patience, retryAfter } from "./patience.ts";
import { createJudgingIndexes } from "../prompts/prompts-table.ts";
import { nextToJudge } from "../prompts/queue-table.ts";
import { putOff, saveJudgement } from "../prompts/save-judgement.ts";
import { type Returned, UnderWay } from "./under-way.ts";

/** What judging works with. */
export interface JudgingParts {
  database: Database;
  judge: Judge;
  clock: Clock;
  log: Log;
  /** So many prompts are asked about at once. */
  atOnce: number;
  /** Whether a check has to pass first; none when absent. */
  check?: CheckSettings;
}

const NOT_REQUIRED: CheckSettings = { endpoint: null, isRequired: false };

/** Prompts whose time to be tried again has come wake nobody. */
const LOOK_EVERY_MS: Milliseconds = 5 * SECOND;
/** So many wakings of an idle stage are one look. */
const IDLE_MS: Milliseconds = SECOND / 10;

/**
 * Judges prompts: organizations and developers take turns, of each developer the newest comes first.
 *
 * A step starts what is free and keeps what has come back; it stays for no answer, so a slow model holds nothing up.
 * What is under way when the program stops is given up and asked again at the next start.
 */
export function judgingStage(parts: JudgingParts): Stage {
  const { judge, check = NOT_REQUIRED } = parts;
  const underWay = new UnderWay();
  const ahead = new LookAhead(underWay, (asked) =>
    nextToJudge(parts.database, { ...asked, now: parts.clock() }),
  );
  const work = { ...parts, underWay, ahead, patience: new Patience() };
  let isIndexed = false;
  return {
    name: "judging",
    failing: "could not ask about prompts or keep what the judge model said; it is tried again",
    async step({ goAhead, stopping }) {
      if (judge.model === null) return OVER;
      await goAhead();
      if (!isIndexed) await inTransaction(parts.database, "normal", createJudgingIndexes);
      isIndexed = true;
      const kept = await keepReturned(work);
      rethrowBroken(work);
      const hasSpread = await spreadNext(parts.database, parts.clock());
      if (!(await mayJudge(parts.database, judge.model, check))) return restUpTo(LOOK_EVERY_MS);
      if (!stopping.aborted) await askNext(work, stopping);
      return hasSpread ? MORE : restOf(work, kept > 0);
    },
  };
}

interface JudgingWork extends JudgingParts {
  underWay: UnderWay;
  ahead: LookAhead;
  patience: Patience;
}

/** Returns how many answers were kept. */
async function keepReturned(work: JudgingWork): Promise<number> {
  const { underWay } = work;
  const returned = underWay.returned();
  if (returned.length === 0) return 0;
  // when they cannot be kept together, the one that breaks it must not hold up the others
  if ((await whyNotKept(returned, work)) !== null)
    for (const answer of returned) await keepAlone(answer, work);
  underWay.forget(returned);
  for (const answer of returned) hear(answer, work);
  return returned.length;
}

/** Returns null when they are kept; else why not, which is the fault of what one of them holds. */
async function whyNotKept(
  returned: readonly Returned[],
  { database, clock }: JudgingWork,
): Promise<string | null> {
  try {
    await inTransaction(database, "normal", async (transaction) => {
      for (const answer of returned) await keepOne(transaction, answer, clock());
    });
    return null;
  } catch (error) {
    if (!isFaultOfTheWork(database, error)) throw error;
    return describeError(error);
  }
}

/** A prompt whose answer cannot be kept is asked about again, less and less often: the answer costs each time. */
async function keepAlone(answer: Returned, work: JudgingWork): Promise<void> {
  const reason = await whyNotKept([answer], work);
  if (reason === null) return;
  const { organization, session } = answer.prompt;
  work.log.error(NOT_KEPT, { organization, session, reason });
  const tries = answer.prompt.tries + 1;
  const wait = { tries, nextTryAt: work.clock() + retryAfter(tries), reason: "not_kept" as const };
  await inTransaction(work.database, "normal", (transaction) => putOff(transaction, answer.prompt, wait));
}

const NOT_KEPT =
  "a prompt was set aside: what the judge model said of it cannot be kept; it is tried again later; report this as a bug";

async function keepOne(transaction: Database, { prompt, outcome }: Returned, now: Instant): Promise<void> {
  if (outcome.ok) {
    await saveJudgement(transaction, prompt, outcome.value);
  } else if (isPromptsFault(outcome.problem)) {
    const tries = prompt.tries + 1;
    const { kind: reason } = outcome.problem;
    await putOff(transaction, prompt, { tries, nextTryAt: now + retryAfter(tries), reason });
  }
}

function hear({ prompt, askedAt, outcome }: Returned, { ahead, patience, log }: JudgingWork): void {
  const problem = outcome.ok ? null : outcome.problem;
  // the others' shares are not spent
  if (problem?.kind === "share_spent") return ahead.rest(prompt.organization);
  const change = patience.hear({ problem, askedAt, now: performance.now() });
  if (change === "away") log.warning("the judge model cannot judge prompts; they wait", detailOf(problem));
  else if (change === "well_again") log.info("the judge model judges prompts again");
}

function detailOf(problem: JudgeProblem | null): { problem: string } {
  if (problem?.kind === "server_failed") return { problem: `${problem.kind} ${problem.status}` };
  return { problem: problem?.kind ?? "none" };
}

/** Whatever it is, the next prompt may meet it too: the model is paid for an answer before a full disk shows. */
function rethrowBroken({ underWay, patience }: JudgingWork): void {
  const broken = underWay.takeBroken();
  if (broken === null) return;
  patience.hear({ problem: "broken", askedAt: broken.askedAt, now: performance.now() });
  throw new Error("asking the judge model about a prompt", { cause: broken.error });
}

async function askNext(work: JudgingWork, stopping: AbortSignal): Promise<void> {
  const { judge, clock, underWay, ahead, patience, atOnce } = work;
  const free = patience.mostOf(atOnce) - underWay.count;
  const askedAt = performance.now();
  if (free <= 0 || patience.leftMs(askedAt) > 0) return;
  for (const prompt of await ahead.take(free)) {
    const answer = judgeOnce(judge, prompt, { clock, signal: stopping });
    underWay.add(prompt, { answer, askedAt, givenUp: stopping });
  }
}

function restOf({ underWay, patience }: JudgingWork, didWork: boolean): Step {
  const leftMs = patience.leftMs(performance.now());
  const mostMs = leftMs > 0 ? leftMs : LOOK_EVERY_MS;
  if (underWay.count > 0) return restUpTo(mostMs, { didWork, wokenBy: underWay.next });
  return restUpTo(Math.max(mostMs, IDLE_MS), { didWork, leastMs: IDLE_MS });
}
