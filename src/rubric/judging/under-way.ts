/** The prompts that the judge model has been asked about and whose answers are not kept yet. */
import type { JudgeProblem } from "../../judge/question.ts";
import type { Result } from "../../vocabulary/result.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import type { Judgement } from "../judgement.ts";
import type { WaitingPrompt } from "../prompts/queue-table.ts";

/** What came back about one prompt. */
export interface Returned {
  prompt: WaitingPrompt;
  askedAt: Instant;
  outcome: Result<Judgement, JudgeProblem>;
}

/** A question that has been asked. */
export interface Asked {
  answer: Promise<Result<Judgement, JudgeProblem>>;
  askedAt: Instant;
  /** Aborted when nobody waits for the answer any more. */
  givenUp: AbortSignal;
}

/** A question on which the program itself failed, not the model. */
export interface Broken {
  askedAt: Instant;
  error: unknown;
}

/** Asked again at once, the program would fail again, and the model's answer would cost again. */
const BROKEN_REST_MS: Milliseconds = 5 * MINUTE;

/** Questions that go on while the stage that asked them does something else. */
export class UnderWay {
  private readonly asking = new Set<string>();
  private readonly back: Returned[] = [];
  /** By prompt, until when it is not asked about. */
  private readonly resting = new Map<string, Instant>();
  private broken: Broken | null = null;
  private arrival = Promise.withResolvers<void>();

  /** Prompts that have not come back, or are not kept yet. */
  get count(): number {
    return this.asking.size;
  }

  /** Prompts that are not to be asked about now: those, and those on which the program failed. */
  get all(): number {
    return this.asking.size + this.resting.size;
  }

  /** Settled when the next answer comes back, or when one came since `returned`. */
  get next(): Promise<void> {
    return this.arrival.promise;
  }

  has(prompt: WaitingPrompt): boolean {
    const name = nameOf(prompt);
    if ((this.resting.get(name) ?? 0) <= performance.now()) this.resting.delete(name);
    return this.asking.has(name) || this.resting.has(name);
  }

  /** Notes a question; what it comes to is reported by `returned`, and by `takeBroken` when it rejects. */
  add(prompt: WaitingPrompt, { answer, askedAt, givenUp }: Asked): void {
    const name = nameOf(prompt);
    this.asking.add(name);
    const arrive = () => this.arrival.resolve();
    void answer
      .then(
        (outcome) => void this.back.push({ prompt, askedAt, outcome }),
        (error: unknown) => {
          this.asking.delete(name);
          if (givenUp.aborted) return;
          this.resting.set(name, performance.now() + BROKEN_REST_MS);
          this.broken ??= { askedAt, error };
        },
      )
      .then(arrive);
  }

  /** What has come back and is not kept yet; it stays until `forget`. */
  returned(): readonly Returned[] {
    this.arrival = Promise.withResolvers<void>();
    return [...this.back];
  }

  /**
   * Forgets what has been kept.
   *
   * @param kept - The answers that `returned` gave.
   */
  forget(kept: readonly Returned[]): void {
    this.back.splice(0, kept.length);
    for (const { prompt } of kept) this.asking.delete(nameOf(prompt));
  }

  /** Returns what the program failed on first since it was asked last; null when it did not. */
  takeBroken(): Broken | null {
    const { broken } = this;
    this.broken = null;
    return broken;
  }
}

function nameOf({ organization, content }: WaitingPrompt): string {
  return `${organization} ${content}`;
}
