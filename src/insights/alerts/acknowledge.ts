/** Notes that somebody has seen an alert. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { AlertAnswer } from "./alert.ts";
import { findAlert, updateAlert } from "./alerts-table.ts";
import { answerOf } from "./list-alerts.ts";
import { readNames } from "./words/names.ts";

/** Which alert was seen. */
export interface Acknowledgement {
  organizationId: string;
  id: string;
  namesDevelopers: boolean;
}

/** A second time changes nothing. */
export async function acknowledgeAlert(
  database: Database,
  { organizationId: organization, id, namesDevelopers }: Acknowledgement,
  now: Instant,
): Promise<Result<AlertAnswer, { kind: "unknown_alert" | "closed" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const row = await findAlert(transaction, { organization, id });
    if (row === null) return fail({ kind: "unknown_alert" });
    if (row.state === "closed") return fail({ kind: "closed" });
    const seen = { state: "acknowledged", acknowledged_at: row.acknowledged_at ?? now } as const;
    await updateAlert(transaction, id, seen);
    return succeed(
      answerOf({ ...row, ...seen }, await readNames(transaction, { organization, namesDevelopers })),
    );
  });
}
