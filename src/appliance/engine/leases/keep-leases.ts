/** An engine's place among those that share a database: registered, renewed, shared out, and given up at its end. */
import type { Database } from "../../../database/open.ts";
import { LeaseLost } from "../../../database/leases/lease-lost.ts";
import {
  endExpired,
  endNode,
  giveUpOrganizations,
  type NodeFacts,
  readShares,
  registerNode,
  renewNode,
  type Shares,
  takeDuty,
  takeOrganizations,
} from "../../../database/leases/nodes-table.ts";
import type { Tenure } from "../../../database/leases/turn-table.ts";
import { describeError, type Log } from "../../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { shareOut } from "./share-out.ts";

/** How often an engine renews its registration, and how long it may be late. */
export interface LeaseTimes {
  renewEvery: Milliseconds;
  expiresAfter: Milliseconds;
}

const LEASE_TIMES: LeaseTimes = { renewEvery: 2 * SECOND, expiresAfter: 8 * SECOND };

/** A thread starts in about a second, and on a machine that is busy in several; who dies meanwhile is noticed then. */
const BEGUN_AGAIN_WITHIN_MS: Milliseconds = 12 * SECOND;

/** What leases are kept with. */
export interface LeaseParts {
  /** A connection of their own: the engine's may be in the midst of a long transaction. */
  database: Database;
  facts: NodeFacts;
  times?: LeaseTimes;
  log: Log;
}

/** Why an engine has to forget what it knows and begin again. */
export type WhyAgain = "lost" | "surplus" | "writer";

/** The leases of one engine, from its registration on. */
export class Leases {
  private isOver = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private running: Promise<void> = Promise.resolve();
  private surplus: readonly string[] = [];
  private failing: string | null = null;
  /** By this process's own clock. */
  private renewedAt: Milliseconds = performance.now();
  private takesFrom: Milliseconds = 0;
  private again: (why: WhyAgain) => void = () => {};

  private constructor(
    private readonly parts: LeaseParts,
    readonly tenure: Tenure,
    private writes: boolean,
  ) {}

  /**
   * Registers the engine and takes its share; gives up what others are to have of an earlier one.
   *
   * @throws An exception when the database cannot be reached.
   */
  static async register(parts: LeaseParts): Promise<Leases> {
    const { expiresAfter } = parts.times ?? LEASE_TIMES;
    const tenure = await registerNode(parts.database, parts.facts, expiresAfter);
    const leases = new Leases(parts, tenure, false);
    leases.writes = await leases.look();
    // nothing works on them: what an engine before this one still does under this name ends with `LeaseLost`
    await giveUpOrganizations(parts.database, tenure, leases.surplus);
    leases.surplus = [];
    return leases;
  }

  /** Whether this engine does what one does for all: it writes messages, and looks after objects and books. */
  get isWriter(): boolean {
    return this.writes;
  }

  /** Renews and shares out from now on; calls when the engine has to begin again, once. */
  keep(again: (why: WhyAgain) => void): void {
    this.again = again;
    this.rest();
  }

  /** Ends the renewals, and gives everything up where the engine does not begin again at once. */
  async end(how: "for_good" | "again"): Promise<void> {
    this.isOver = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
    const { database } = this.parts;
    if (how === "for_good") await endNode(database, this.tenure);
    else await renewNode(database, this.tenure, BEGUN_AGAIN_WITHIN_MS);
  }

  private get times(): LeaseTimes {
    return this.parts.times ?? LEASE_TIMES;
  }

  private rest(): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => (this.running = this.round()), this.times.renewEvery);
  }

  private async round(): Promise<void> {
    try {
      await this.renew();
      const isWriter = await this.look();
      this.failing = null;
      if (this.surplus.length > 0) this.beginAgain("surplus");
      else if (isWriter && !this.writes) this.beginAgain("writer");
    } catch (error) {
      if (error instanceof LeaseLost) this.beginAgain("lost");
      else this.complain(describeError(error));
    }
    this.rest();
  }

  /** Where this engine was away for as long as others may be, so were perhaps they: they get time to come back first. */
  private async renew(): Promise<void> {
    const { expiresAfter } = this.times;
    await renewNode(this.parts.database, this.tenure, expiresAfter);
    const now = performance.now();
    if (now - this.renewedAt > expiresAfter) this.takesFrom = now + expiresAfter;
    this.renewedAt = now;
  }

  /** It is renewed until its stages have stopped. */
  private beginAgain(why: WhyAgain): void {
    this.again(why);
    this.again = () => {};
  }

  /** Once for each reason in a row. */
  private complain(reason: string): void {
    if (this.failing === reason) return;
    this.failing = reason;
    this.parts.log.warning("could not renew the engine's registration; it is tried again", { reason });
  }

  /** Returns whether this engine does what one does for all. */
  private async look(): Promise<boolean> {
    const { database } = this.parts;
    const { tenure } = this;
    const shares = await this.withoutExpired(await readShares(database));
    const { take, giveUp } = shareOut(shares, tenure.epoch);
    this.surplus = giveUp;
    await takeOrganizations(database, tenure, take);
    if (take.length > 0) this.parts.log.info("took organizations", { organizations: take.length });
    const writer = shares.duties.get("writer");
    if (writer !== undefined) return writer === tenure.epoch;
    await takeDuty(database, tenure, "writer");
    return (await readShares(database)).duties.get("writer") === tenure.epoch;
  }

  /** Takes the work of engines that have not renewed their registrations in time. */
  private async withoutExpired(shares: Shares): Promise<Shares> {
    const expired = shares.nodes.filter(({ isExpired, epoch }) => isExpired && epoch !== this.tenure.epoch);
    if (expired.length === 0 || performance.now() < this.takesFrom) return shares;
    for (const node of expired)
      if (await endExpired(this.parts.database, node))
        this.parts.log.warning("took the work of an engine that is silent", { node: node.node });
    return readShares(this.parts.database);
  }
}
