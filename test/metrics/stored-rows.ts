/** A database with every table and one organization, and rows of metrics as a test wants them. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import { listObject } from "../../src/catalogue/table.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { prepareTables } from "../../src/database/prepare.ts";
import { eachMetric } from "../../src/metrics/metrics.ts";
import type { MetricsRow } from "../../src/metrics/columns-table.ts";
import { saveMetrics } from "../../src/metrics/table.ts";
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
  const database = openDatabase(path, "write");
  await prepareTables(database, ALL_TABLES);
  return { path, database, organization: (await addOrganization(database, "ours")).id };
}

const NUMBERS = {
  ...eachMetric(() => null),
  sse: 50,
  ie: 50,
  qr: 90,
  tier: "survival",
  axis_t: 0,
  axis_n: 0,
  axis_h: 0,
  raw: 0,
  gated_raw: 0,
  actual_tokens: 1_000,
  actual_turns: 2,
  actual_human_seconds: 30,
  usual_tokens: 1,
  usual_turns: 1,
  usual_human_seconds: 1,
  m: -0.1,
  qr_reference: 85,
  edits: 1,
  retained: 1,
  repair_turns: 0,
  repairs_visible: 1,
  good_resets: 0,
  bad_resets: 0,
  median_ms_per_token: null,
  cost_micro_usd: null,
  missing: "{}",
  baseline_version: 0,
  scoring_version: "2026.11.1",
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

/** Keeps so many rows, one per session, numbered from there. */
export async function keepRows(
  { database, organization }: Store,
  numbers: { from: number; count: number },
  changes: Partial<MetricsRow> = {},
): Promise<void> {
  const rows = Array.from({ length: numbers.count }, (_, index) =>
    rowOf(organization, numbers.from + index, changes),
  );
  await saveMetrics(database, rows, rows);
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
