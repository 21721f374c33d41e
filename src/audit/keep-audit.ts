/** What the upkeep does for the audit log once a minute. */
import type { Database } from "../database/open.ts";
import type { Log } from "../vocabulary/log.ts";
import { DAY, type Instant } from "../vocabulary/units.ts";
import { expireAudit } from "./expire.ts";
import { noteHeads } from "./noted-heads.ts";

/** What it works with. */
export interface KeepAuditParts {
  database: Database;
  /** The file in which it notes where the chains are. */
  headsPath: string;
  /** How long entries are kept. */
  days: number;
  log: Log;
}

/**
 * Makes the function that removes old entries and notes where the chains are.
 *
 * @returns Takes the time; null while the clock may be wrong, and nothing is removed by age.
 */
export function keepAudit(parts: KeepAuditParts): (now: Instant | null) => Promise<void> {
  const { database, headsPath, days, log } = parts;
  let isReported = false;
  return async (now) => {
    const removed = now === null ? 0 : await expireAudit(database, now - days * DAY);
    if (removed > 0) log.info("deleted expired entries of the audit log", { entries: removed });
    const lost = await noteHeads(database, headsPath);
    if (lost !== null && !isReported)
      log.error("the audit log was changed: an entry that was noted is not there; run scoring verify", {
        organization: lost.organization === "" ? null : lost.organization,
        number: lost.number,
      });
    isReported = lost !== null;
  };
}
