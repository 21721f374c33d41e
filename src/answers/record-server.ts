/** Adds to the audit log of the server what no caller did: sign-ins that failed, and settings that were read again. */
import { recordAudit } from "../audit/record.ts";
import type { Database } from "../database/open.ts";
import type { Instant } from "../vocabulary/units.ts";

/** Records a sign-in that failed; nobody knows whose it was. */
export async function recordFailedSignIn(
  transaction: Database,
  { address: from }: { address: string },
  at: Instant,
): Promise<void> {
  const actor = { kind: "nobody" } as const;
  const what = { action: "sign_in_failed", result: "refused" } as const;
  await recordAudit(transaction, { organization: null, at, actor, from, ...what });
}

/** Records which settings are others now: their names, never their values. */
export async function recordSettings(
  transaction: Database,
  { changed }: { changed: readonly string[] },
  at: Instant,
): Promise<void> {
  const actor = { kind: "server" } as const;
  const details = Object.fromEntries(changed.map((name) => [name, "changed"]));
  await recordAudit(transaction, {
    organization: null,
    at,
    actor,
    from: null,
    action: "settings_changed",
    details,
  });
}
