/** Leaves sessions that cannot be computed out of the rounds. */
import { type Attempts, TRYING_VERSION } from "../attempts/attempts.ts";
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { clearDirty, type DirtySession } from "../normaliser/dirty-table.ts";
import { selectSetAside, type SetAsideSession, setSessionsAside } from "../normaliser/set-aside-table.ts";
import { forgetDue } from "../turns/table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import type { SessionOf } from "../database/engine.ts";

/** Returns the name under which a session in work is noted. */
export function nameOfWork({ organization, session }: SessionOf): string {
  return `${organization} ${session}`;
}

/** Returns the sessions that may be computed together now; one that may have failed is computed separately. */
export function measurableTogether(names: readonly SessionOf[], attempts: Attempts): readonly SessionOf[] {
  const suspect = names.find((name) => attempts.isSuspect(nameOfWork(name)));
  return suspect === undefined ? names : [suspect];
}

/** What setting aside needs, and whom it reports to. */
export interface LeavingParts {
  attempts: Attempts;
  clock: Clock;
  /** The marks of the sessions that changed. */
  dirty: readonly DirtySession[];
  log: Log;
}

/**
 * Sets aside the sessions that killed the program twice, or that failed when computed separately.
 *
 * @returns The sessions that may be computed; the others no longer wait.
 */
export async function leaveBrokenOut(
  database: Database,
  names: readonly SessionOf[],
  { attempts, clock, dirty, log }: LeavingParts,
): Promise<readonly SessionOf[]> {
  const [version, at] = [TRYING_VERSION, clock()];
  const broken = names.flatMap(({ organization, session }): SetAsideSession[] => {
    const reason = attempts.reasonSetAside(nameOfWork({ organization, session }));
    return reason === null ? [] : [{ organization, session, reason, version, at }];
  });
  const known = await selectSetAside(database);
  if (broken.length + known.length === 0) return names;
  const aside = new Set([...broken, ...known].map(nameOfWork));
  const isAside = (name: SessionOf) => aside.has(nameOfWork(name));
  await inTransaction(database, "normal", async (transaction) => {
    await setSessionsAside(transaction, broken);
    await clearDirty(transaction, dirty.filter(isAside));
    await forgetDue(transaction, names.filter(isAside));
  });
  for (const { organization, session, reason } of broken)
    log.error(SET_ASIDE, { organization, session, reason });
  attempts.done(broken.map(nameOfWork));
  return names.filter((name) => !isAside(name));
}

const SET_ASIDE =
  "a session was set aside: its records are kept and not scored until another version or scoring rescore tries again; " +
  "report this as a bug";
