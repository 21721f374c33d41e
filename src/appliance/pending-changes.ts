/** Changes that the main thread has asked the engine for and that are not answered yet. */
import type { ChangeAnswer, ChangeAsked, ChangeName } from "../answers/changes.ts";
import { Refusal } from "../answers/refusal.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { FromEngine, ToEngine } from "./engine/engine-message.ts";

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Sends changes to whichever thread runs the engine, and brings each answer to who asked. */
export class PendingChanges {
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  constructor(private readonly deadline: Milliseconds) {}

  /**
   * Asks for one change.
   *
   * Fails: a refusal with 503 past the deadline, when the engine breaks meanwhile, and when it is away: `tell` is
   * null then. An exception when the change itself fails.
   */
  async ask<Name extends ChangeName>(
    tell: ((message: ToEngine) => void) | null,
    name: Name,
    asked: ChangeAsked<Name>,
  ): Promise<ChangeAnswer<Name>> {
    if (tell === null) throw away();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.asked += 1;
    const id = this.asked;
    this.waiting.set(id, { resolve, reject });
    const timer = setTimeout(() => this.take(id)?.reject(tooSlow()), this.deadline);
    tell({ kind: "change", id, name, asked });
    // The engine makes the change of that name, so its answer is of that change's type.
    return promise.finally(() => clearTimeout(timer)) as Promise<ChangeAnswer<Name>>;
  }

  /** Takes an answer; one that nobody waits for any more is dropped. */
  settle(message: Extract<FromEngine, { kind: "changed" | "change_failed" }>): void {
    const waiting = this.take(message.id);
    if (message.kind === "changed") waiting?.resolve(message.answer);
    else waiting?.reject(new Error(`a change: ${message.reason}`));
  }

  /** Refuses all that wait: the thread that would have answered is gone. */
  refuseAll(): void {
    for (const waiting of this.waiting.values()) waiting.reject(away());
    this.waiting.clear();
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}

function away(): Refusal {
  return new Refusal(503, {
    detail: "The engine is being started again; ask once more in a moment.",
    extensions: { retryAfterSeconds: 1 },
  });
}

function tooSlow(): Refusal {
  return new Refusal(503, {
    detail: "The engine is busy; the change may still be made. Look before you ask again.",
  });
}
