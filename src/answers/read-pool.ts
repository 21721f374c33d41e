/** The read workers: queries wait their turn for one, and none takes longer than the deadline. */
import type { PriceTable } from "../prices/price-table.ts";
import type { StoreSettings } from "../stores.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { DamagedFrame } from "../writer/upkeep/table.ts";
import { type Answered, PostOffice } from "./post-office.ts";
import type { QueryAnswer, QueryAsked, QueryName } from "./queries.ts";
import type { FromWorker, ToWorker } from "./read-message.ts";
import { type Waiting, WaitingJobs } from "./waiting-jobs.ts";

/** What a pool is made of. */
export interface ReadPoolParts {
  /** Where the stores are. */
  stores: StoreSettings;
  /** The prices in effect. */
  prices: PriceTable;
  workers: number;
  deadline: Milliseconds;
  /** How long a worker waits for a query before it ends; the first one stays, so that there is one at hand. */
  endAfter: Milliseconds;
  /** Starts a thread that runs `read-worker.ts`. */
  startWorker(): Worker;
  /** Hears of each frame that a query found unreadable, perhaps more than once. */
  damaged(frame: DamagedFrame): void;
}

interface Job extends Waiting {
  id: number;
  name: QueryName;
  asked: unknown;
}

/** A place for a worker, and the query it is busy with. */
interface Seat {
  /** null before it is first needed, and after it was given up. */
  worker: Worker | null;
  job: Job | null;
  /** Its worker goes after the query, because it knows other prices. */
  isOutdated: boolean;
  /** Ends its worker; null while there is none, or a query. */
  ending: ReturnType<typeof setTimeout> | null;
}

/** Answers queries from other threads, from the first one asked until it is stopped. */
export class ReadPool {
  private readonly waiting = new WaitingJobs<Job>();
  private readonly seats: Seat[];
  private readonly office: PostOffice;
  private stopped = false;

  constructor(private parts: ReadPoolParts) {
    this.office = new PostOffice(parts.deadline);
    this.seats = Array.from({ length: parts.workers }, () => newSeat());
  }

  /**
   * Asks one query.
   *
   * @returns No answer past the deadline.
   * @throws An exception when the query fails or the pool is stopped.
   * @remarks Takes the key that asks: it gets all workers but one, and its turn between other keys; null for
   *   the server itself.
   */
  async ask<Name extends QueryName>(
    name: Name,
    asked: QueryAsked<Name>,
    keyId: string | null = null,
  ): Promise<Answered<QueryAnswer<Name>>> {
    if (this.stopped) throw stopped();
    const { id, answered } = this.office.write(`the query ${name}`, () => this.giveUp(job));
    const job: Job = { id, keyId, name, asked };
    this.waiting.add(job);
    this.dispatch();
    // The worker runs the query of that name, so its answer is of that query's type.
    return answered as Promise<Answered<QueryAnswer<Name>>>;
  }

  /** Answers with other prices from now on; queries under way end with those before. */
  renew(prices: PriceTable): void {
    this.parts = { ...this.parts, prices };
    for (const seat of this.seats) {
      if (seat.job === null) abandon(seat);
      else seat.isOutdated = true;
    }
  }

  /** Ends the workers; queries under way fail. */
  stop(): void {
    this.stopped = true;
    this.waiting.empty();
    this.office.failAll(stopped());
    for (const seat of this.seats) abandon(seat);
  }

  private dispatch(): void {
    const seat = this.seats.find((free) => free.job === null);
    const job = seat === undefined ? null : this.waiting.take((keyId) => this.mayGo(keyId));
    if (seat === undefined || job === null) return;
    seat.job = job;
    keep(seat);
    seat.worker ??= this.startWorker(seat);
    post(seat.worker, { kind: "ask", id: job.id, name: job.name, asked: job.asked });
  }

  /** A query cannot be interrupted, so one worker is always left for other keys. */
  private mayGo(keyId: string | null): boolean {
    if (keyId === null) return true;
    const busy = this.seats.filter(({ job }) => job?.keyId === keyId).length;
    return busy < Math.max(1, this.seats.length - 1);
  }

  private startWorker(seat: Seat): Worker {
    const worker = this.parts.startWorker();
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.finish(seat, event.data);
    worker.onerror = (event) => {
      if (seat.worker === worker) this.replaceBroken(seat, event.message);
    };
    const { stores, prices } = this.parts;
    post(worker, { kind: "open", stores, prices });
    return worker;
  }

  private finish(seat: Seat, message: FromWorker): void {
    if (message.kind === "damage") return this.parts.damaged(message.frame);
    if (seat.job?.id !== message.id) return;
    seat.job = null;
    if (seat.isOutdated) abandon(seat);
    else if (seat !== this.seats[0]) seat.ending = setTimeout(() => abandon(seat), this.parts.endAfter);
    this.office.settle(message);
    this.dispatch();
  }

  private giveUp(job: Job): void {
    this.waiting.remove(job);
    const seat = this.seats.find((busy) => busy.job === job);
    if (seat !== undefined) this.replace(seat);
  }

  private replaceBroken(seat: Seat, reason: string): void {
    if (seat.job !== null) this.office.fail(seat.job.id, new Error(`a read worker broke: ${reason}`));
    this.replace(seat);
  }

  private replace(seat: Seat): void {
    abandon(seat);
    this.dispatch();
  }
}

/** A running query cannot be interrupted; only its thread can be given up. */
function abandon(seat: Seat): void {
  keep(seat);
  seat.worker?.terminate();
  Object.assign(seat, newSeat());
}

function keep(seat: Seat): void {
  if (seat.ending !== null) clearTimeout(seat.ending);
  seat.ending = null;
}

function newSeat(): Seat {
  return { worker: null, job: null, isOutdated: false, ending: null };
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

function stopped(): Error {
  return new Error("the read workers have been stopped");
}
