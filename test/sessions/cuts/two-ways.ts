/** Measures one long session in two ways: from its cut on as records come, and whole; the rows must be the same. */
import { expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { ALL_TABLES } from "../../../src/appliance/tables.ts";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { readAllRows } from "../../../src/database/table.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { createOrganization } from "../../../src/identity/organizations/organization.ts";
import type { Span } from "../../../src/metrics/flow/stretches.ts";
import { findDirty } from "../../../src/normaliser/dirty-table.ts";
import { Examination } from "../../../src/normaliser/examine.ts";
import { saveExaminations } from "../../../src/normaliser/save-examinations.ts";
import type { SessionFacts } from "../../../src/normaliser/session-facts.ts";
import { readSessionsOf } from "../../../src/normaliser/table.ts";
import { KeptCuts } from "../../../src/sessions/cuts/kept-cuts.ts";
import { Measurer } from "../../../src/sessions/measurer.ts";
import {
  RECEIVED_AT,
  RECEIVED_KEY,
  RECEIVED_SEQUENCE,
  type StoredLine,
} from "../../../src/vocabulary/otlp.ts";
import type { Milliseconds } from "../../../src/vocabulary/units.ts";
import type { MadeRecord } from "./random-session.ts";

export const START: Milliseconds = Date.UTC(2026, 10, 2, 8);
const SHORT_FOR_A_TEST = 40;
/** Whoever sent it, as long as names of holders are. */
const HOLDER = "0123456789abcdef";

/** The rows that measuring writes. */
export const MEASURED_TABLES = [
  "turns",
  "prompts",
  "sub_sessions",
  "assembled_sessions",
  "metrics",
  "session_facts",
  "model_spend",
  "sub_session_usage",
  "call_hours",
  "boundary_looks",
  "active_pieces",
  "error_waits",
  "retry_prompts",
];

/** Counts how often a session was measured whole, and how often its end alone. */
class CountingCuts extends KeptCuts {
  ends = 0;
  wholes = 0;

  override advance(...told: Parameters<KeptCuts["advance"]>): void {
    const [, { before }] = told;
    if (before === null) this.wholes += 1;
    else this.ends += 1;
    super.advance(...told);
  }
}

/** A database with one organization. */
export class TwoWays {
  readonly cuts = new CountingCuts(SHORT_FOR_A_TEST);
  readonly measurer: Measurer;
  now: Milliseconds = START;
  outages: Span[] = [];
  /** The last batch. */
  sequence = 0;
  private readonly whole: Measurer;

  private constructor(
    private readonly directory: string,
    readonly database: Database,
    readonly organization: string,
  ) {
    const prices = loadPrices({ pricesFile: null });
    const parts = { database, clock: () => this.now, prices, outages: () => this.outages };
    this.measurer = new Measurer({ ...parts, cuts: this.cuts });
    this.whole = new Measurer(parts);
  }

  static async open(): Promise<TwoWays> {
    const directory = mkdtempSync(join(tmpdir(), "cuts-"));
    const database = openDatabase(join(directory, "scoring.db"), "write");
    await prepareTables(database, ALL_TABLES);
    const made = await inTransaction(database, "normal", (transaction) =>
      createOrganization(transaction, "default", START),
    );
    if (!made.ok) throw new Error("the organization exists");
    return new TwoWays(directory, database, made.value.id);
  }

  async close(): Promise<void> {
    await this.database.destroy();
    rmSync(this.directory, { recursive: true });
  }

  /** Takes: the batch that is examined again, and in which pass; a new one where nothing is said. */
  async examine(
    records: readonly MadeRecord[],
    again: { sequence: number; pass: number } | null = null,
  ): Promise<void> {
    const { database, organization } = this;
    if (again === null) this.sequence += 1;
    const examination = new Examination(organization, () => HOLDER, []);
    for (const [index, { line }] of records.entries()) examination.add(this.received(line, index));
    const examinations = new Map([[organization, examination]]);
    const pass = again ?? { sequence: this.sequence, pass: 0 };
    await inTransaction(database, "normal", (transaction) =>
      saveExaminations(transaction, examinations, pass),
    );
  }

  /** A record as the writer stores it. */
  private received(line: StoredLine, index: number): StoredLine {
    const stored = structuredClone(line);
    const [part] = [...(stored.resourceLogs ?? []), ...(stored.resourceMetrics ?? [])];
    part?.resource?.attributes?.push(
      { key: RECEIVED_AT, value: { stringValue: `${this.now}000000` } },
      { key: RECEIVED_KEY, value: { stringValue: "key-1" } },
      { key: RECEIVED_SEQUENCE, value: { stringValue: `${this.sequence}:${index}:0` } },
    );
    return stored;
  }

  async measure(): Promise<void> {
    while ((await this.measurer.round()).more || (await findDirty(this.database, 1)).length > 0);
  }

  /** Measures what waits, and holds the rows against those of the whole session. */
  async compare(session: string): Promise<void> {
    await this.measure();
    const rows = await this.measuredRows();
    await this.whole.measure(await this.sessionsCalled(session));
    expect(rows).toEqual(await this.measuredRows());
  }

  async sessionsCalled(session: string): Promise<SessionFacts[]> {
    const found = await readSessionsOf(this.database, this.organization, [session]);
    if (found.length === 0) throw new Error(`no session is called ${session}`);
    return found;
  }

  /** Sends records in pieces, and compares after each. */
  async compareAlong(
    session: string,
    records: readonly MadeRecord[],
    pieces: readonly number[],
  ): Promise<void> {
    let sent = 0;
    for (const piece of pieces) {
      const some = records.slice(sent, sent + piece);
      sent += piece;
      if (some.length === 0) return;
      this.now = Math.max(this.now, ...some.map(({ at }) => at)) + 1_000;
      await this.examine(some);
      await this.compare(session);
    }
  }

  private async measuredRows(): Promise<Record<string, string[]>> {
    const { database } = this;
    const rows = MEASURED_TABLES.map(async (table) => [table, await readAllRows(database, table)] as const);
    return Object.fromEntries(await Promise.all(rows));
  }
}
