/** The columns of a stored row that its account decides: with other baselines, or with turns that changed. */
import { accountColumns, baselineColumns, readReasons, writeReasons } from "../metrics-row.ts";
import type { BaselineVersion } from "../baselines/baseline-versions.ts";
import type { MetricsRow } from "../columns-table.ts";
import { iterationEfficiency } from "../iteration/iteration.ts";
import { hasOnlyPauses } from "../measure.ts";
import { MISSABLE, type Missable, reasonFor } from "../metrics.ts";
import type { Circumstances, MissingReason } from "../missing.ts";
import { accountFor } from "./account.ts";
import { countIterations } from "./iterations.ts";
import type { StoredTurn } from "./stored-turns.ts";

/** What a row says about its sub-session that its turns do not. */
export type AccountableRow = Pick<
  MetricsRow,
  "agent" | "outcome" | "may_have_worked" | "interactive" | "repairs_visible" | "missing"
>;

/** The columns that depend on turns and baselines. */
export type AccountedColumns = Pick<
  MetricsRow,
  | keyof ReturnType<typeof accountColumns>
  | keyof ReturnType<typeof baselineColumns>
  | "sse"
  | "ie"
  | "repair_turns"
  | "counted_turns"
  | "missing"
>;

/**
 * Computes the columns of a row anew.
 *
 * @returns Bit for bit what measuring the session again gives.
 */
export function accountedColumns(
  row: AccountableRow,
  turns: readonly StoredTurn[],
  version: BaselineVersion,
): AccountedColumns {
  const { agent, outcome } = row;
  const mayHaveWorked = row.may_have_worked === 1;
  const { baselines } = version;
  const account = accountFor({ agent, outcome, mayHaveWorked, turns }, baselines);
  const iterations = { ...countIterations(turns), repairsVisible: row.repairs_visible === 1, mayHaveWorked };
  const ie = iterationEfficiency({ ...iterations, usualRepairShare: baselines.repairShare });
  const humanTime = account.took.h === 0 ? null : account.took.h;
  return {
    ...accountColumns(account),
    ...baselineColumns(version),
    sse: account.sse,
    ie,
    repair_turns: iterations.repairTurns,
    counted_turns: iterations.countedTurns,
    missing: missingOf(row, { sse: account.sse, ie, humanTime }, turns),
  };
}

/** The reasons that turns decide are found anew, the others stay. */
function missingOf(
  row: AccountableRow,
  values: Readonly<Partial<Record<Missable, number | null>>>,
  turns: readonly StoredTurn[],
): string {
  const before = readReasons(row.missing);
  const circumstances = {
    mayHaveWorked: row.may_have_worked === 1,
    interactive: row.interactive === 1,
    pauses: hasOnlyPauses(turns),
    repairsVisible: row.repairs_visible === 1,
    ...NOT_ASKED,
  };
  const missing: ReturnType<typeof readReasons> = {};
  for (const name of MISSABLE) {
    const value = values[name];
    const reason = value === undefined ? before[name] : reasonWhere(value === null, name, circumstances);
    if (reason !== undefined) missing[name] = reason;
  }
  return writeReasons(missing);
}

/** What only the reasons of other metrics depend on. */
const NOT_ASKED = {
  textKnown: false,
  awaitsJudgement: false,
  windowKnown: false,
  edits: 0,
  sharedKey: false,
};

function reasonWhere(
  isMissing: boolean,
  name: Missable,
  circumstances: Circumstances,
): MissingReason | undefined {
  return isMissing ? reasonFor(name, circumstances) : undefined;
}
