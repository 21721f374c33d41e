/** Letters to other threads: each is answered, fails, or is given up at the deadline. */
import { isPassing } from "../database/open.ts";
import { StoreUnavailable } from "../objects/object-store.ts";
import { describeError } from "../vocabulary/log.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

/** Why there is no answer; both are temporary. */
export type NoAnswer =
  | { kind: "too_slow"; deadline: Milliseconds }
  /** The thread broke, or is only being started; or a store that it needs does not answer. */
  | { kind: "away" };

/** What a letter comes to, when nothing broke. */
export type Answered<Answer> = Result<Answer, NoAnswer>;

/** What comes back from the other thread. */
export type Reply =
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "failure"; id: number; message: string }
  | { kind: "away"; id: number };

/** Does what a letter asks for. An exception cannot cross the border between threads, its message can. */
export async function replyTo(id: number, work: () => Promise<unknown>): Promise<Reply> {
  try {
    return { kind: "answer", id, answer: await work() };
  } catch (error) {
    if (error instanceof StoreUnavailable || isPassing(error)) return { kind: "away", id };
    return { kind: "failure", id, message: describeError(error) };
  }
}

interface OpenLetter {
  /** For the message of an exception: "the query listScores". */
  about: string;
  resolve(answered: Answered<unknown>): void;
  reject(error: Error): void;
}

/** Brings each reply to who asked. */
export class PostOffice {
  private readonly open = new Map<number, OpenLetter>();
  private written = 0;

  constructor(private readonly deadline: Milliseconds) {}

  /**
   * Writes a letter, for the caller to send under its id.
   *
   * @param about - What it is about; what else is done when the deadline passes; a deadline other than the
   *   usual one.
   * @returns `too_slow` past the deadline, else what ends it.
   * @throws An exception when what it asks for fails.
   */
  write(
    about: string,
    givenUp: () => void = () => {},
    deadline = this.deadline,
  ): { id: number; answered: Promise<Answered<unknown>> } {
    const { promise, resolve, reject } = Promise.withResolvers<Answered<unknown>>();
    this.written += 1;
    const id = this.written;
    this.open.set(id, { about, resolve, reject });
    const timer = setTimeout(() => {
      this.take(id)?.resolve(fail({ kind: "too_slow", deadline }));
      givenUp();
    }, deadline);
    return { id, answered: promise.finally(() => clearTimeout(timer)) };
  }

  /** Takes a reply; one that nobody waits for any more is dropped. */
  settle(reply: Reply): void {
    const letter = this.take(reply.id);
    if (reply.kind === "answer") letter?.resolve(succeed(reply.answer));
    else if (reply.kind === "away") letter?.resolve(fail({ kind: "away" }));
    else letter?.reject(new Error(`${letter.about}: ${reply.message}`));
  }

  /** Fails one letter, if it is open. */
  fail(id: number, error: Error): void {
    this.take(id)?.reject(error);
  }

  /** Fails all open letters. */
  failAll(error: Error): void {
    for (const id of this.open.keys()) this.fail(id, error);
  }

  /** Ends all open letters as `away`: the thread that would have answered is gone. */
  endAll(): void {
    for (const id of this.open.keys()) this.take(id)?.resolve(fail({ kind: "away" }));
  }

  private take(id: number): OpenLetter | undefined {
    const letter = this.open.get(id);
    this.open.delete(id);
    return letter;
  }
}
