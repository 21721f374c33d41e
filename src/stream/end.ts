/**
 * The end of the stream, where messages are appended so that the totals they carry are always exact.
 *
 * A message tells how much was ever published, itself included. It is therefore published on the condition that it
 * follows the very message it was counted on from: when that one was refused, or nobody knows what became of it, this
 * one is refused too, and counted again from the end that the server tells. So no crash can leave a wrong total.
 */
import { JetStreamApiError } from "@nats-io/jetstream";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { AcknowledgedNote } from "./acknowledged.ts";
import { ANSWER_TIMEOUT_MS, type StreamConnection } from "./connection.ts";
import { finishMessage, type PackedFrames, sum, type Totals } from "./message.ts";
import { readNewestMessage, readStreamState, SUBJECT } from "./telemetry-stream.ts";

/** Why a message was not appended. */
export type AppendProblem = { kind: "full" } | { kind: "unavailable" };

interface End {
  sequence: number;
  totals: Totals;
}

type Attempt = "stored" | "full" | "refused" | "misplaced" | "unanswered";

const RETRY_WAIT_MS: Milliseconds = 20;

/** Appends messages, several at a time, in the order they are given. */
export class StreamEnd {
  /** With everything that is on its way. */
  private end: End;
  /** As the server told it last, by an answer or an acknowledgement; null before it was asked. */
  private told: End | null = null;
  /** What was sent since then; each at a sequence of its own. */
  private sent: End[] = [];
  private underway = 0;
  private unsure = true;
  private agreeing: Promise<void> | null = null;

  /** Takes: `totals` that the stream's newest message tells, and where to note what is acknowledged. */
  constructor(
    private readonly connection: StreamConnection,
    totals: Totals,
    private readonly note: AcknowledgedNote | null,
  ) {
    this.end = { sequence: 0, totals };
  }

  /**
   * Appends one message.
   *
   * Takes: `goesOn`, asked whether to repeat while nobody knows whether the message is stored. Giving up then is
   * safe for the totals, but the message may be stored all the same.
   * Gives: success when it is on disk.
   */
  async append(packed: PackedFrames, goesOn: () => boolean): Promise<Result<void, AppendProblem>> {
    const msgID = crypto.randomUUID(); // the same each time: one that had arrived after all is not stored twice
    for (;;) {
      while (this.unsure) {
        await this.agree();
        if (this.unsure && !goesOn()) return fail({ kind: "unavailable" });
      }
      const attempt = await this.attempt(packed, msgID);
      if (attempt === "stored") return succeed(undefined);
      this.unsure = true;
      if (attempt === "full") return fail({ kind: "full" });
      if (attempt === "refused" || (attempt === "unanswered" && !goesOn()))
        return fail({ kind: "unavailable" });
    }
  }

  private async attempt(packed: PackedFrames, msgID: string): Promise<Attempt> {
    const before = this.end;
    const after = { sequence: before.sequence + 1, totals: sum(before.totals, packed.counted) };
    const { sequence, totals } = after;
    this.end = after;
    this.sent.push(after);
    this.underway += 1;
    try {
      const options = { msgID, expect: { lastSequence: before.sequence }, timeout: ANSWER_TIMEOUT_MS };
      const message = finishMessage(packed, totals);
      const { client, answered } = this.connection;
      const acknowledged = await answered(client.publish(SUBJECT, message, options));
      if (acknowledged.seq === sequence) {
        this.advance({ sequence, totals });
        this.note?.add(packed.counted);
      } else this.unsure = true; // an earlier attempt had arrived after all
      return "stored";
    } catch (error) {
      const meaning = meaningOf(error);
      if (meaning !== "unanswered") this.sent = this.sent.filter((one) => one !== after);
      return meaning;
    } finally {
      this.underway -= 1;
    }
  }

  /** An acknowledged message is known to lie before the end; those before it need not be remembered. */
  private advance(stored: End): void {
    if (this.told !== null && this.told.sequence >= stored.sequence) return;
    this.told = stored;
    this.sent = this.sent.filter((one) => one.sequence > stored.sequence);
  }

  /** Asks the server for the end, once for all who wait. */
  private agree(): Promise<void> {
    this.agreeing ??= this.askForEnd().finally(() => (this.agreeing = null));
    return this.agreeing;
  }

  private async askForEnd(): Promise<void> {
    // what is on its way would move the end that is asked for
    if (this.underway > 0) return Bun.sleep(RETRY_WAIT_MS);
    try {
      const { lastSequence } = await readStreamState(this.connection);
      this.end = await this.endAt(lastSequence);
      this.note?.agree(this.end.totals);
      this.told = this.end;
      this.sent = [];
      this.unsure = false;
    } catch {
      await Bun.sleep(RETRY_WAIT_MS); // it is being started again; whoever waits decides for how long
    }
  }

  private async endAt(sequence: number): Promise<End> {
    const { told, end } = this;
    if (told === null) return { sequence, totals: end.totals };
    const newest = await readNewestMessage(this.connection);
    const isThere = newest?.sequence === sequence;
    if (isThere && newest.totals !== null) return { sequence, totals: newest.totals };
    // one that is there and tells nothing is foreign, and took the place of what was sent to it
    const known = [told, ...this.sent].findLast((one) =>
      isThere ? one.sequence < sequence : one.sequence === sequence,
    );
    return { sequence, totals: known?.totals ?? newest?.totals ?? told.totals };
  }
}

const WRONG_LAST_SEQUENCE = 10_071;

function meaningOf(error: unknown): Attempt {
  if (!(error instanceof JetStreamApiError)) return "unanswered";
  if (error.code === WRONG_LAST_SEQUENCE) return "misplaced";
  return isFull(error) ? "full" : "refused";
}

// the server says "maximum bytes exceeded" (10054 and 10077) or "insufficient storage resources" (10047)
function isFull(error: JetStreamApiError): boolean {
  return [10_047, 10_054, 10_077].includes(error.code) || /maximum|insufficient/i.test(error.message);
}
