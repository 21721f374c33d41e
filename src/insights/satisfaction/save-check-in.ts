/** Keeps a person's answer for the week in which it comes. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { findDeveloper, idsOf, readDevelopers } from "../../identity/developers/directory.ts";
import type { Redactor } from "../../privacy/redactor.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { CheckInRequest, Pending } from "./check-in.ts";
import { replaceCheckIn } from "./check-ins-table.ts";
import { readPending } from "./list-weeks.ts";
import { weekOf } from "./week.ts";

/** What keeping an answer needs. */
export interface CheckInParts {
  database: Database;
  clock: Clock;
  redactor: Pick<Redactor, "text">;
}

/**
 * Keeps the answer; a second one in a week takes the place of the first.
 *
 * @returns null when the developer of the key is not known any more
 */
export async function saveCheckIn(parts: CheckInParts, request: CheckInRequest): Promise<Pending | null> {
  const { database, redactor } = parts;
  const { scope, developer, score, comment } = request;
  const { organizationId: organization } = scope;
  const at = parts.clock();
  const found = await findDeveloper(database, { organizationId: organization, idOrEmail: developer });
  if (found === null) return null;
  const row = {
    organization,
    developer: found.id,
    week: weekOf(at).start,
    score,
    comment: comment === null ? null : redactor.text(comment.toWellFormed(), "written"),
    answered_at: at,
  };
  await inTransaction(database, "full", async (transaction) => {
    const developers = await readDevelopers(transaction, organization);
    await replaceCheckIn(transaction, row, idsOf(found.id, developers));
  });
  return readPending(database, { scope, developer, named: null, at });
}
