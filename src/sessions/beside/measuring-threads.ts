/** Threads that measure beside the engine's: started when there is much to measure, ended when there is nothing more. */
import type { PriceTable } from "../../prices/price-table.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { FromBeside, ToBeside } from "./beside-message.ts";
import type { BesideAnswer, BesideAsked } from "./measure-beside.ts";

/** A thread holds memory; after so long without work it ends. */
const IDLE_MS: Milliseconds = 15 * SECOND;

/** What threads are made of. */
export interface MeasuringThreadsParts {
  dataDir: string;
  prices: PriceTable;
  /** The most threads. */
  threads: number;
  /** Starts a thread that runs `measuring-worker.ts`. */
  startWorker(): Worker;
}

/** What came of sessions that were given to a thread. */
export type BesideOutcome =
  { kind: "measured"; answer: BesideAnswer } | { kind: "failed"; reason: string; ofTheWork: boolean };

interface Thread {
  worker: Worker;
  /** What it was asked and has not answered yet. */
  open: Map<number, (outcome: BesideOutcome) => void>;
  idle: ReturnType<typeof setTimeout> | null;
}

/** Gives work to the thread that has the least of it. */
export class MeasuringThreads {
  private readonly running: Thread[] = [];
  private asked = 0;

  constructor(private readonly parts: MeasuringThreadsParts) {}

  /** So many requests keep every thread busy, also while an answer is saved. */
  get atOnce(): number {
    return this.parts.threads * 2;
  }

  measure(asked: BesideAsked): Promise<BesideOutcome> {
    const thread = this.freest();
    if (thread.idle !== null) clearTimeout(thread.idle);
    thread.idle = null;
    this.asked += 1;
    const id = this.asked;
    const { promise, resolve } = Promise.withResolvers<BesideOutcome>();
    thread.open.set(id, resolve);
    tell(thread, { kind: "measure", id, asked });
    return promise;
  }

  /** Ends the threads; what they were asked is not answered any more. */
  stop(): void {
    for (let [thread] = this.running; thread !== undefined; [thread] = this.running) this.end(thread);
  }

  private freest(): Thread {
    const [least] = this.running.toSorted((left, right) => left.open.size - right.open.size);
    if (least !== undefined && (least.open.size === 0 || this.running.length >= this.parts.threads))
      return least;
    return this.start();
  }

  private start(): Thread {
    const { dataDir, prices } = this.parts;
    const thread: Thread = { worker: this.parts.startWorker(), open: new Map(), idle: null };
    this.running.push(thread);
    thread.worker.onmessage = (event: MessageEvent<FromBeside>) => this.take(thread, event.data);
    thread.worker.onerror = (event) => this.giveUp(thread, event.message);
    tell(thread, { kind: "open", dataDir, prices });
    return thread;
  }

  private take(thread: Thread, { id, ...outcome }: FromBeside): void {
    thread.open.get(id)?.(outcome);
    thread.open.delete(id);
    if (thread.open.size === 0) thread.idle = setTimeout(() => this.end(thread), IDLE_MS);
  }

  private giveUp(thread: Thread, reason: string): void {
    this.end(thread);
    for (const resolve of thread.open.values())
      resolve({ kind: "failed", reason: `a measuring thread broke: ${reason}`, ofTheWork: true });
  }

  private end(thread: Thread): void {
    if (thread.idle !== null) clearTimeout(thread.idle);
    thread.worker.terminate();
    const place = this.running.indexOf(thread);
    if (place !== -1) this.running.splice(place, 1);
  }
}

function tell({ worker }: Thread, message: ToBeside): void {
  worker.postMessage(message);
}
