/** Calls the model within the budget, and writes every call into the ledger with how it ended. */
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { Instant, MicroUsd, Tokens } from "../../vocabulary/units.ts";
import { type Budget, type Estimate, estimateTokens, nextMonth } from "../budget.ts";
import type { JudgeCounts } from "../judge-counts.ts";
import type { Ledger } from "../ledger.ts";
import type { CallEnd, JudgeCall } from "../ledger-table.ts";
import { type Manners, otherManners } from "./manners.ts";
import type { CallOutcome, ModelClient, ModelRequest, Usage } from "./model-client.ts";
import type { JudgeProblem, Question } from "../question.ts";
import { readAnswer } from "./read-answer.ts";
import { UNTOLD, usageOf } from "./usage.ts";

/** What calls are made with. */
export interface MeteredParts {
  client: Pick<ModelClient, "call">;
  model: string;
  budget: Budget;
  ledger: Pick<Ledger, "note" | "look" | "month" | "shareOf">;
  counts: Pick<JudgeCounts, "count">;
  clock: Clock;
  log: Pick<Log, "warning">;
  costOf(model: string, tokens: { input: Tokens; output: Tokens }): MicroUsd | null;
}

/** What comes of one call. */
export type Called<Answer> =
  | { kind: "answer"; answer: Answer }
  /** The model said something else than it was asked for. */
  | { kind: "misfit"; why: string; isCut: boolean }
  /** The server wants to be asked in another way. */
  | { kind: "differently"; manners: Manners }
  /** It failed for a reason that passes. */
  | { kind: "again"; problem: JudgeProblem }
  | { kind: "stop"; problem: JudgeProblem };

/** One call that is about to be made. */
export interface PlannedCall<Answer> {
  question: Question<Answer>;
  request: ModelRequest;
  signal: AbortSignal | undefined;
  /** Hears what the call came to, once it is over. */
  noted(call: JudgeCall): void;
}

const DISBELIEVED =
  "the judge model's server counts tokens that no call can have; such calls are counted by an estimate";

export class MeteredCalls {
  /** Until its server counted what cannot be; the log says so once. */
  private isBelieved = true;

  constructor(private readonly parts: MeteredParts) {}

  /** @throws Rejects with the signal's reason when that aborts. */
  async call<Answer>(planned: PlannedCall<Answer>): Promise<Called<Answer>> {
    const { budget, ledger, clock } = this.parts;
    const estimate = this.estimate(planned.request);
    await ledger.look();
    const share = ledger.shareOf(planned.question.organization);
    const found = budget.reserve(estimate, ledger.month(), share);
    if (found !== "reserved") return { kind: "stop", problem: { kind: found, resetsAt: nextMonth(clock()) } };
    try {
      return await this.callAndNote(planned);
    } finally {
      budget.release(estimate, share);
    }
  }

  private async callAndNote<Answer>(planned: PlannedCall<Answer>): Promise<Called<Answer>> {
    const { question, request, signal } = planned;
    const startedAt = performance.now();
    const note = (end: CallEnd, usage: Usage): void => this.note(planned, { end, usage, startedAt });
    let outcome: CallOutcome;
    try {
      outcome = await this.parts.client.call(request, signal);
    } catch (error) {
      note("abandoned", UNTOLD);
      throw error;
    }
    const called = interpret(outcome, question, request.manners);
    note(
      endOf(outcome, called),
      usageOf(outcome, request, () => this.disbelieve()),
    );
    return called;
  }

  private disbelieve(): void {
    if (!this.isBelieved) return;
    this.isBelieved = false;
    this.parts.log.warning(DISBELIEVED, { model: this.parts.model });
  }

  private note<Answer>(
    { question, noted }: PlannedCall<Answer>,
    { end, usage, startedAt }: { end: CallEnd; usage: Usage; startedAt: Instant },
  ): void {
    const { model, clock, ledger, counts, costOf } = this.parts;
    const call: JudgeCall = {
      at: clock(),
      organization: question.organization,
      purpose: question.purpose,
      model,
      end,
      ...usage,
      cost: costOf(model, { input: usage.inputTokens, output: usage.outputTokens }),
      latencyMs: performance.now() - startedAt,
    };
    ledger.note(call);
    counts.count(call);
    noted(call);
  }

  private estimate({ messages, answer, maxOutputTokens }: ModelRequest): Estimate {
    const text = messages.map(({ content }) => content).join("\n");
    const input = estimateTokens(text) + estimateTokens(JSON.stringify(answer.schema));
    const cost = this.parts.costOf(this.parts.model, { input, output: maxOutputTokens });
    return { tokens: input + maxOutputTokens, cost };
  }
}

function interpret<Answer>(
  outcome: CallOutcome,
  { answer }: Question<Answer>,
  manners: Manners,
): Called<Answer> {
  switch (outcome.kind) {
    case "said": {
      const read = readAnswer(outcome.text, answer.schema);
      if (read.ok) return { kind: "answer", answer: read.value };
      return { kind: "misfit", why: read.problem.why, isCut: outcome.isCut };
    }
    case "refused":
      return { kind: "stop", problem: { kind: "refused" } };
    case "not_accepted": {
      const other = otherManners(manners, outcome.said);
      if (other !== null) return { kind: "differently", manners: other };
      return { kind: "stop", problem: { kind: "server_failed", status: outcome.status } };
    }
    case "problem":
      return { kind: outcome.isWorthRetrying ? "again" : "stop", problem: outcome.problem };
  }
}

function endOf<Answer>(outcome: CallOutcome, called: Called<Answer>): CallEnd {
  if (called.kind === "answer") return "answered";
  if (called.kind === "misfit") return "unfit";
  return outcome.kind === "not_accepted" ? "not_accepted" : endOfProblem(called);
}

function endOfProblem<Answer>(called: Called<Answer>): CallEnd {
  return "problem" in called ? called.problem.kind : "not_accepted";
}
