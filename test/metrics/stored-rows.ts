/** A database with every table and one organization, and rows of metrics as a test wants them. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listObject } from "../../src/catalogue/table.ts";
import type { Database } from "../../src/database/open.ts";
import { openPrepared } from "../database/prepared.ts";
import { accountFor } from "../../src/metrics/accounts/account.ts";
import { findAccountsOf, saveAccounts } from "../../src/metrics/accounts/accounts-table.ts";
import { packTurns, type StoredTurn } from "../../src/metrics/accounts/stored-turns.ts";
import { shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import { SHIPPED_VERSION } from "../../src/metrics/baselines/baseline-versions.ts";
import { accountColumns, baselineColumns } from "../../src/metrics/metrics-row.ts";
import { eachMetric } from "../../src/metrics/metrics.ts";
import type { MetricsRow } from "../../src/metrics/columns-table.ts";
import { saveMetrics } from "../../src/metrics/table.ts";
import { SCORING_VERSION } from "../../src/metrics/version.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { addOrganization } from "../identity/identity-database.ts";
import { named } from "../session-names.ts";

export const START = Date.parse("2026-08-10T09:00:00Z");

export interface Store {
  /** Its file. */
  path: string;
  database: Database;
  organization: string;
}

export async function openStore(): Promise<Store> {
  const path = join(mkdtempSync(join(tmpdir(), "metrics-")), "scoring.db");
  const database = await openPrepared(path);
  return { path, database, organization: (await addOrganization(database, "ours")).id };
}

/** The turns of a sub-session that opened something and went on with it. */
export const TURNS: readonly StoredTurn[] = [turnOf({ kind: "new" }), turnOf({ kind: "on", gapSeconds: 30 })];

/** A change turn that is usual in every way but the changes. */
export function turnOf(changes: Partial<StoredTurn>): StoredTurn {
  return {
    kind: "on",
    nonTrivial: true,
    tokens: 50_000,
    calls: 4,
    lines: 20,
    gapSeconds: null,
    undone: false,
    repair: false,
    pauseSeconds: null,
    why: null,
    undoneBy: null,
    repairOf: null,
    ...changes,
  };
}

const ACCOUNT = accountFor(
  { agent: "codex", outcome: "reached", mayHaveWorked: true, turns: TURNS },
  shippedBaselines,
);

const NUMBERS = {
  ...eachMetric(() => null),
  sse: 50,
  ie: 50,
  qr: 90,
  tier: "survival",
  ...accountColumns(ACCOUNT),
  ...baselineColumns(SHIPPED_VERSION),
  may_have_worked: 1,
  interactive: 1,
  edits: 1,
  retained: 1,
  repair_turns: 0,
  counted_turns: 2,
  repairs_visible: 1,
  good_resets: 0,
  bad_resets: 0,
  median_ms_per_token: null,
  cost_micro_usd: null,
  missing: "{}",
  scoring_version: SCORING_VERSION,
};

/** A row that is usual in every way but the changes. */
export function rowOf(organization: string, number: number, changes: Partial<MetricsRow>): MetricsRow {
  return {
    sub_session: `sub-session ${number}`,
    organization,
    session: named(`session ${number}`),
    developer: "ada",
    agent: "codex",
    started_at: START,
    ended_at: START,
    closed_at: START + DAY,
    state: "closed",
    scoreable: 1,
    outcome: "reached",
    bucket: 2,
    non_trivial_turns: 2,
    ...NUMBERS,
    ...changes,
  };
}

/** Keeps so many rows, one per session, numbered from there; each has the same turns. */
export async function keepRows(
  { database, organization }: Store,
  { turns = TURNS, ...numbers }: { from: number; count: number; turns?: readonly StoredTurn[] },
  changes: Partial<MetricsRow> = {},
): Promise<void> {
  const rows = Array.from({ length: numbers.count }, (_, index) =>
    rowOf(organization, numbers.from + index, changes),
  );
  await saveMetrics(database, rows, rows);
  await saveAccounts(
    database,
    await findAccountsOf(
      database,
      organization,
      rows.map(({ session }) => session),
    ),
    rows.map((row) => ({
      sub_session: row.sub_session,
      organization,
      session: row.session,
      developer: row.developer,
      person: row.developer,
      first_turn: 1,
      started_at: row.started_at,
      ended_at: row.ended_at,
      turns: packTurns(turns),
      known: null,
      known_until: null,
    })),
  );
}

/** A batch that ends with the sequence. */
export function arrive(
  { database, organization }: Store,
  sequence: number,
  arrivedAt: number,
): Promise<void> {
  const nothing = { bytes: 1, records: 1, frames: [] };
  const place = { key: `object ${sequence}`, firstSequence: sequence, lastSequence: sequence, arrivedAt };
  return listObject(database, { organization, signal: "logs", ...place, ...nothing });
}
