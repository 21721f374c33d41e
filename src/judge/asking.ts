/** Asks one question until there is an answer that fits, or a reason why there is none. */
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import { type Instant, type Milliseconds, type Ratio, SECOND } from "../vocabulary/units.ts";
import { addSpent, NOTHING_SPENT, spentOn } from "./ledger-table.ts";
import { type Manners, USUAL_MANNERS } from "./calls/manners.ts";
import { type Called, MeteredCalls, type MeteredParts, type PlannedCall } from "./calls/metered-calls.ts";
import type { ModelRequest } from "./calls/model-client.ts";
import type { JudgeProblem, Question, Reply } from "./question.ts";
import { jsonSchemaOf } from "./calls/read-answer.ts";

/** What questions are asked with. */
export interface AskingParts extends MeteredParts {
  /** Spreads tries that would come together. */
  random(): Ratio;
  /** Returns after so long; rejects with the signal's reason when that aborts. */
  pause(waitMs: Milliseconds, signal: AbortSignal | undefined): Promise<void>;
}

/** After so many calls that failed for a passing reason, whoever asked decides when to come back. */
const MOST_TRIES = 3;
/** The second try comes after about half a second, the third after about two. */
const FIRST_PAUSE_MS: Milliseconds = SECOND / 2;
const PAUSE_GROWS = 4;
/** If a server asks for a longer wait, whoever asked decides. */
const LONGEST_PAUSE_MS: Milliseconds = 10 * SECOND;
/** An answer that ended for want of room gets so much more of it at the second asking. */
const ROOM_GROWS = 4;

/** How a round of calls ended. */
type Ended<Answer> = Extract<Called<Answer>, { kind: "answer" | "misfit" | "stop" }>;

/** What is the same for all calls of a question. */
type Course<Answer> = Omit<PlannedCall<Answer>, "request">;

/** What the second asking adds. */
type Misfit = Extract<Called<unknown>, { kind: "misfit" }>;

export class Asking {
  private readonly calls: MeteredCalls;
  /** What the server takes, as far as it is known. */
  private manners: Manners = USUAL_MANNERS;
  /** Until then the server wants no calls. */
  private closedUntil: Instant = 0;

  constructor(private readonly parts: AskingParts) {
    this.calls = new MeteredCalls(parts);
  }

  /** @throws As `Judge.ask`. */
  async ask<Answer>(
    question: Question<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<Result<Reply<Answer>, JudgeProblem>> {
    const startedAt = performance.now();
    let spent = NOTHING_SPENT;
    const course: Course<Answer> = {
      question,
      signal,
      noted: (call) => void (spent = addSpent(spent, spentOn(call))),
    };
    const first = await this.round(course, null);
    const last = first.kind === "misfit" ? await this.round(course, first) : first;
    if (last.kind === "stop") return fail(last.problem);
    if (last.kind === "misfit") return fail({ kind: "unfit_answer" });
    return succeed({
      answer: last.answer,
      model: this.parts.model,
      inputTokens: spent.inputTokens,
      outputTokens: spent.outputTokens,
      cost: spent.unpriced > 0 ? null : spent.cost,
      latencyMs: performance.now() - startedAt,
    });
  }

  /** Calls until the model said something: after pauses where the reason passes, in the manners that the server takes. */
  private async round<Answer>(course: Course<Answer>, misfit: Misfit | null): Promise<Ended<Answer>> {
    let manners = this.manners;
    for (let tries = 1; ;) {
      const closed = await this.untilOpen(course.signal);
      if (closed !== null) return { kind: "stop", problem: closed };
      const request = requestOf(course.question, manners, misfit);
      const called = await this.calls.call({ ...course, request });
      if (called.kind === "differently") manners = called.manners;
      else if (called.kind === "again" && tries < MOST_TRIES)
        await this.pauseAfter(called.problem, tries++, course.signal);
      else return this.end(called, manners);
    }
  }

  private end<Answer>(
    called: Exclude<Called<Answer>, { kind: "differently" }>,
    manners: Manners,
  ): Ended<Answer> {
    if (called.kind === "again") {
      this.heed(called.problem);
      return { kind: "stop", problem: called.problem };
    }
    if (called.kind !== "stop") this.manners = manners;
    return called;
  }

  /** Returns the problem when the server asks for a longer wait than anybody waits here. */
  private async untilOpen(signal: AbortSignal | undefined): Promise<JudgeProblem | null> {
    const waitMs = this.closedUntil - this.parts.clock();
    if (waitMs <= 0) return null;
    if (waitMs > LONGEST_PAUSE_MS) return { kind: "rate_limited", retryAfterMs: waitMs };
    // not all that wait come in the same instant
    await this.parts.pause(waitMs + this.parts.random() * FIRST_PAUSE_MS, signal);
    return null;
  }

  private async pauseAfter(
    problem: JudgeProblem,
    tries: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (this.heed(problem)) return;
    const usual = FIRST_PAUSE_MS * PAUSE_GROWS ** (tries - 1);
    await this.parts.pause(usual * (0.5 + this.parts.random()), signal);
  }

  /** Returns whether the server said when to come back; then everybody waits for that. */
  private heed(problem: JudgeProblem): boolean {
    if (problem.kind !== "rate_limited" || problem.retryAfterMs === null) return false;
    this.closedUntil = Math.max(this.closedUntil, this.parts.clock() + problem.retryAfterMs);
    return true;
  }
}

function requestOf<Answer>(
  question: Question<Answer>,
  manners: Manners,
  misfit: Misfit | null,
): ModelRequest {
  const schema = jsonSchemaOf(question.answer.schema);
  const saysShape = manners.format !== "json_schema" || misfit !== null;
  const parts = saysShape ? [question.user, shapeInWords(schema, misfit)] : [question.user];
  return {
    messages: [
      { role: "system", content: question.system },
      { role: "user", content: parts.join("\n\n") },
    ],
    answer: { name: question.answer.name, schema },
    maxOutputTokens: question.maxOutputTokens * (misfit?.isCut === true ? ROOM_GROWS : 1),
    manners,
  };
}

function shapeInWords(schema: Record<string, unknown>, misfit: Misfit | null): string {
  const again = misfit === null ? "" : `An earlier answer could not be used: ${misfit.why}. `;
  return `${again}Answer with one JSON object of this schema and nothing else:\n${JSON.stringify(schema)}`;
}
