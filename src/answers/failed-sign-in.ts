/** Adds a sign-in that failed to the audit log of the server: nobody knows whose it was. */
import { recordAudit } from "../audit/record.ts";
import type { Database } from "../database/open.ts";
import type { Instant } from "../vocabulary/units.ts";

/** Records it. */
export async function recordFailedSignIn(
  transaction: Database,
  { address }: { address: string },
  at: Instant,
): Promise<void> {
  const actor = { kind: "nobody" } as const;
  const result = "refused" as const;
  await recordAudit(transaction, {
    organization: null,
    at,
    actor,
    from: address,
    action: "sign_in_failed",
    result,
  });
}
