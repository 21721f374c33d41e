/** How long prompts wait when the judge model does not judge them: all of them when it is away, one when it is hard. */
import type { JudgeProblem } from "../../judge/question.ts";
import { DAY, type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";

type Fault = "prompt" | "server" | "either" | "organization";

/** Whose fault a problem may be: the prompt's, the model's server's, who knows, or nobody's but the organization's. */
const FAULT: Readonly<Record<JudgeProblem["kind"], Fault>> = {
  not_configured: "server",
  offline: "server",
  out_of_budget: "server",
  share_spent: "organization",
  unreachable: "server",
  key_refused: "server",
  unknown_model: "server",
  rate_limited: "server",
  timed_out: "either",
  server_failed: "either",
  refused: "prompt",
  unfit_answer: "prompt",
};

/** Whether other prompts would fare the same. */
export function isServersFault(problem: JudgeProblem): boolean {
  return ["server", "either"].includes(faultOf(problem));
}

/** Whether this prompt may fail again where others do not; it lets the others go first. */
export function isPromptsFault(problem: JudgeProblem): boolean {
  return ["prompt", "either"].includes(faultOf(problem));
}

/** A 4xx says that the request is at fault, and all of them differ only in their prompt: too long for its window. */
function faultOf(problem: JudgeProblem): Fault {
  if (problem.kind === "server_failed" && problem.status >= 400 && problem.status < 500) return "prompt";
  return FAULT[problem.kind];
}

const FIRST_RETRY_MS: Milliseconds = MINUTE;
const LONGEST_RETRY_MS: Milliseconds = DAY;

/** How long a prompt waits after it failed so many times: a minute, four, sixteen, up to a day. */
export function retryAfter(failures: number): Milliseconds {
  return Math.min(FIRST_RETRY_MS * 4 ** (failures - 1), LONGEST_RETRY_MS);
}

const FIRST_PAUSE_MS: Milliseconds = SECOND;
const LONGEST_PAUSE_MS: Milliseconds = 5 * MINUTE;
/** Asking beyond the budget costs nothing: a new month, or a larger budget, is noticed soon. */
const BUDGET_PAUSE_MS: Milliseconds = MINUTE;
/** One hiccup of a server is not worth a line in the log. */
const TOLD_FROM = 3;

/** What came back of a question, and when it was asked; on a clock that nobody sets. */
export interface Heard {
  /** null where it was judged; `broken` where the program itself failed. */
  problem: JudgeProblem | "broken" | null;
  askedAt: Instant;
  now: Instant;
}

/** Remembers how long asking has failed, and when it may be tried again. */
export class Patience {
  private failures = 0;
  private failedAt: Instant = Number.NEGATIVE_INFINITY;
  private until: Instant = Number.NEGATIVE_INFINITY;

  /** How long nothing may be asked; 0 when something may. */
  leftMs(now: Instant): Milliseconds {
    return Math.max(0, this.until - now);
  }

  /** So many prompts may be under way: a server that has failed is tried with one. */
  mostOf(atOnce: number): number {
    return this.failures > 0 ? 1 : atOnce;
  }

  /**
   * Hears what came back.
   *
   * @returns Whether the server is now known to be away, is well again, or is as it was.
   */
  hear({ problem, askedAt, now }: Heard): "away" | "well_again" | "same" {
    if (problem === null || (problem !== "broken" && !isServersFault(problem))) return this.recover();
    // what was under way when the server failed says nothing new
    if (askedAt <= this.failedAt) return "same";
    this.failures += 1;
    this.failedAt = now;
    this.until = now + pauseAfter(problem, this.failures);
    return this.failures === TOLD_FROM ? "away" : "same";
  }

  private recover(): "well_again" | "same" {
    const wasAway = this.failures >= TOLD_FROM;
    this.failures = 0;
    this.until = Number.NEGATIVE_INFINITY;
    return wasAway ? "well_again" : "same";
  }
}

function pauseAfter(problem: JudgeProblem | "broken", failures: number): Milliseconds {
  const usual = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS);
  if (problem === "broken") return usual;
  if (problem.kind === "out_of_budget") return BUDGET_PAUSE_MS;
  if (problem.kind !== "rate_limited") return usual;
  return Math.max(usual, Math.min(problem.retryAfterMs ?? 0, LONGEST_PAUSE_MS));
}
