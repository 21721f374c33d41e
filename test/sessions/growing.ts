/** Measures a session as its records come, and at once; the rows must be the same. */
import { expect } from "bun:test";
import { sql } from "kysely";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import type { Database } from "../../src/database/open.ts";
import { openPrepared } from "../database/prepared.ts";
import { readAllRows, withoutKnown } from "../all-rows.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import { purgeRows } from "../../src/insights/governance/purge-rows.ts";
import type { Span } from "../../src/metrics/flow/stretches.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { Examination } from "../../src/normaliser/examine.ts";
import { saveExaminations } from "../../src/normaliser/save-examinations.ts";
import type { SessionFacts } from "../../src/normaliser/session-facts.ts";
import { readSessionsOf } from "../../src/normaliser/table.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { RECEIVED_AT, RECEIVED_KEY, RECEIVED_SEQUENCE, type StoredLine } from "../../src/vocabulary/otlp.ts";
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import type { Random } from "../../src/demo/work/random.ts";
import { saveJudgement } from "../../src/rubric/prompts/save-judgement.ts";
import { judgementFor } from "../rubric/judgements.ts";
import type { MadeRecord } from "./random-session.ts";
import { agentSessionId, idIn, type SessionName } from "../../src/vocabulary/held-name.ts";

export const START: Milliseconds = Date.UTC(2026, 10, 2, 8);
/** Whoever sent it, as long as names of holders are. */
const HOLDER = "0123456789abcdef";

/** The rows that measuring writes. */
export const MEASURED_TABLES = [
  "turns",
  "prompts",
  "sub_sessions",
  "assembled_sessions",
  "metrics",
  "accounts",
  "session_facts",
  "model_spend",
  "call_hours",
  "boundary_looks",
  "active_pieces",
  "error_waits",
  "retry_prompts",
];

/** A database with one organization. */
export class Growing {
  measurer: Measurer;
  now: Milliseconds = START;
  outages: Span[] = [];
  /** The last batch. */
  sequence = 0;

  private constructor(
    private readonly directory: string,
    readonly database: Database,
    readonly organization: string,
  ) {
    this.measurer = this.newMeasurer();
  }

  /** Makes one that knows no session. */
  private newMeasurer(): Measurer {
    const prices = loadPrices({ pricesFile: null });
    const { database } = this;
    return new Measurer({ database, clock: () => this.now, prices, outages: () => this.outages });
  }

  static async open(): Promise<Growing> {
    const directory = mkdtempSync(join(tmpdir(), "growing-"));
    const database = await openPrepared(join(directory, "scoring.db"));
    const made = await inTransaction(database, "normal", (transaction) =>
      createOrganization(transaction, "default", START),
    );
    if (!made.ok) throw new Error("the organization exists");
    return new Growing(directory, database, made.value.id);
  }

  async close(): Promise<void> {
    await this.database.destroy();
    rmSync(this.directory, { recursive: true });
  }

  /** @remarks Takes the batch that is examined again, and in which pass; a new one where nothing is said. */
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
    const { resourceLogs = [], resourceMetrics = [], resourceSpans = [] } = stored;
    const [part] = [...resourceLogs, ...resourceMetrics, ...resourceSpans];
    part?.resource?.attributes?.push(
      { key: RECEIVED_AT, value: { stringValue: `${this.now}000000` } },
      { key: RECEIVED_KEY, value: { stringValue: "key-1" } },
      { key: RECEIVED_SEQUENCE, value: { stringValue: `${this.sequence}:${index}:0` } },
    );
    return stored;
  }

  /** What was in memory is gone. */
  restart(): void {
    this.measurer = this.newMeasurer();
  }

  async measure(): Promise<void> {
    while ((await this.measurer.round()).more || (await findDirty(this.database, 1)).length > 0);
  }

  /** Measures what waits, and compares the rows with those of sessions that were never measured before. */
  async compare(...names: string[]): Promise<void> {
    await this.measure();
    const rows = await this.measuredRows();
    const sessions = (await Promise.all(names.map((name) => this.sessionsCalled(name)))).flat();
    for (const table of MEASURED_TABLES) await sql`delete from ${sql.table(table)}`.execute(this.database);
    // what the other keeps of them must not change what is said of them
    await this.newMeasurer().measure(sessions);
    expect(rows).toEqual(await this.measuredRows());
  }

  async sessionsCalled(session: string): Promise<SessionFacts[]> {
    const found = await readSessionsOf(this.database, this.organization, [agentSessionId(session)]);
    if (found.length === 0) throw new Error(`no session is called ${session}`);
    return found;
  }

  /** Returns the ids of all sessions that are known. */
  async allSessions(): Promise<string[]> {
    const { rows } = await sql<{ session: SessionName }>`select session from sessions`.execute(this.database);
    return [...new Set(rows.map(({ session }) => idIn(session)))];
  }

  /** Sends records in pieces, measures after each, and compares at the end. */
  async compareAlong(
    session: string,
    records: readonly MadeRecord[],
    pieces: readonly number[],
  ): Promise<void> {
    let sent = 0;
    for (const piece of pieces) {
      const some = records.slice(sent, sent + piece);
      sent += piece;
      if (some.length === 0) break;
      this.now = Math.max(this.now, ...some.map(({ at }) => at)) + 1_000;
      await this.examine(some);
      await this.measure();
    }
    await this.compare(session);
  }

  /** Purges one session, and nothing else of the person who worked in it. */
  async purge(session: string): Promise<void> {
    const { database, organization, now } = this;
    const sessions = (await this.sessionsCalled(session)).map((facts) => facts.session);
    const theirs = { organization, sessions, developers: ["nobody"], keys: [], scopes: [], until: now };
    await purgeRows(database, theirs, {});
  }

  /** Judges some prompts, wherever they are. */
  async judgeSome(random: Random): Promise<void> {
    const { database, organization } = this;
    const { rows } = await sql<{ session: SessionName; content: string; text: string }>`
      select session, content, text from prompts where content is not null`.execute(database);
    for (const { session, content, text } of rows.filter(() => random.chance(0.1))) {
      const intent = random.pick(["fix", "correction", "question"] as const);
      const judgement = { ...judgementFor(text, { intent }), judgedAt: this.now };
      await inTransaction(database, "normal", (transaction) =>
        saveJudgement(transaction, { organization, session, content }, judgement),
      );
    }
  }

  private async measuredRows(): Promise<Record<string, string[]>> {
    const { database } = this;
    const rows = MEASURED_TABLES.map(async (table) => [table, await readAllRows(database, table)] as const);
    const all = Object.fromEntries(await Promise.all(rows));
    // what kinds are decided by may be forgotten
    return { ...all, accounts: (all.accounts ?? []).map((row) => withoutKnown(row)).toSorted() };
  }
}
