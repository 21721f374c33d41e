/** The prompts that the language model has been asked about and whose answers are not kept yet. */
import type { JudgeProblem } from "../../judge/question.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { Judgement } from "../judgement.ts";
import type { WaitingPrompt } from "../prompts/queue-table.ts";

/** What came back about one prompt. */
export interface Returned {
  prompt: WaitingPrompt;
  askedAt: Milliseconds;
  outcome: Result<Judgement, JudgeProblem>;
}

/** Questions that go on while the stage that asked them does something else. */
export class UnderWay {
  private readonly names = new Set<string>();
  private readonly back: Returned[] = [];
  private failed = 0;
  private failure: unknown = null;
  private arrival = Promise.withResolvers<void>();

  /** Prompts that are asked about, not come back or not kept yet. */
  get count(): number {
    return this.names.size - this.failed;
  }

  /** Prompts that are not to be asked about: those, and those on which the program itself has failed. */
  get all(): number {
    return this.names.size;
  }

  /** Settled when the next answer comes back, or when one is back already. */
  get next(): Promise<void> {
    return this.arrival.promise;
  }

  has(prompt: WaitingPrompt): boolean {
    return this.names.has(nameOf(prompt));
  }

  /** Notes a question that has been asked. Takes: what it will come to; a rejection is a bug, unless it was given up. */
  add(prompt: WaitingPrompt, askedAt: Milliseconds, { answer, givenUp }: Asked): void {
    this.names.add(nameOf(prompt));
    const arrive = () => this.arrival.resolve();
    void answer.then(
      (outcome) => {
        this.back.push({ prompt, askedAt, outcome });
        arrive();
      },
      (error: unknown) => {
        if (givenUp.aborted) return;
        // its name stays: asked again at once, it would fail again and cost again
        this.failed += 1;
        this.failure = error;
        arrive();
      },
    );
  }

  /**
   * What has come back and is not kept yet; it stays until `forget`.
   *
   * Fails: rethrows what the program failed on, once.
   */
  returned(): readonly Returned[] {
    this.arrival = Promise.withResolvers<void>();
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw new Error("asking the language model about a prompt", { cause: failure });
    return [...this.back];
  }

  /** Forgets what has been kept. */
  forget(kept: readonly Returned[]): void {
    this.back.splice(0, kept.length);
    for (const { prompt } of kept) this.names.delete(nameOf(prompt));
  }
}

/** A question that has been asked. */
export interface Asked {
  answer: Promise<Result<Judgement, JudgeProblem>>;
  givenUp: AbortSignal;
}

function nameOf({ organization, content }: WaitingPrompt): string {
  return `${organization} ${content}`;
}
