/** What the program asks a judge model, and what comes back. */
import type { z } from "zod";
import type { Result } from "../vocabulary/result.ts";
import type { Instant, MicroUsd, Milliseconds, Tokens } from "../vocabulary/units.ts";

/** What a question is asked for; the ledger counts by it. */
export type Purpose = "rubric" | "test" | "check" | "advisor" | "summary" | "report";

/** One question to the model. */
export interface Question<Answer> {
  purpose: Purpose;
  /** A person waits for the answer: it does not queue behind the questions that the program asks automatically. */
  isAwaited?: true;
  /** For whom it is asked; the ledger says so, and it counts in that organization's share. Empty for nobody's. */
  organization: string;
  /** What the model reads about its role and its work. */
  system: string;
  /** What it is asked; text of people is between delimiters that the asker chose at random. */
  user: string;
  /** Name and shape of the answer: sent as a JSON schema where the server takes one, checked always. */
  answer: { name: string; schema: z.ZodType<Answer> };
  maxOutputTokens: Tokens;
}

/** An answer that fits, and what it took. */
export interface Reply<Answer> {
  answer: Answer;
  /** The model's name as it is set. */
  model: string;
  /** Of all calls that it took. */
  inputTokens: Tokens;
  outputTokens: Tokens;
  /** null when the model's price is not known. */
  cost: MicroUsd | null;
  /** From the question to the answer, with every pause and every try. */
  latencyMs: Milliseconds;
}

/** Why there is no answer. */
export type JudgeProblem =
  | { kind: "not_configured" }
  | { kind: "offline" }
  | { kind: "out_of_budget"; resetsAt: Instant }
  /** The organization's share of the budget is spent, and others have what is left. */
  | { kind: "share_spent"; resetsAt: Instant }
  | { kind: "unreachable" }
  | { kind: "timed_out" }
  | { kind: "key_refused" }
  | { kind: "unknown_model" }
  | { kind: "rate_limited"; retryAfterMs: Milliseconds | null }
  | { kind: "server_failed"; status: number }
  /** The model would not answer. */
  | { kind: "refused" }
  /** Twice no answer that fits the schema. */
  | { kind: "unfit_answer" };

/** Asks the judge model of the settings. Retries, timeouts, budgets and the ledger are its own. */
export interface Judge {
  /** Name of the model that is set; null when none is. */
  readonly model: string | null;
  /**
   * Asks one question; as many as the settings allow are asked at once, the others wait.
   *
   * @throws As `JudgeProblem`; rejects with the signal's reason when that aborts first.
   */
  ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Result<Reply<Answer>, JudgeProblem>>;
}
