/** Makes changes that the audit log records: the entry is in the transaction of the change, wherever that is possible. */
import { z } from "zod";
import type { Actor, AuditDetails, AuditEntry, Subject } from "../audit/entry.ts";
import type { AuditAction } from "../audit/actions.ts";
import { recordAudit } from "../audit/record.ts";
import { type Database, isUnreachable } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { ABOUT, type About } from "./audited-about.ts";
import { ASKING_OTHERS, type Change, type ChangeName, type ChangeParts, CHANGES } from "./changes.ts";

/** Who asked for a change, and what the log calls it. */
export interface AuditedBy {
  organization: string | null;
  actor: Actor;
  /** The address; null where it is not known. */
  from: string | null;
  action: AuditAction;
}

/** A change that a route asked for. */
export interface AskedChange {
  name: ChangeName;
  asked: unknown;
  /** null for one that the log does not record. */
  by: AuditedBy | null;
}

/** What becomes of it. */
type Made = Pick<AuditEntry, "target" | "result" | "details">;

/**
 * Makes a change.
 *
 * A change that only works with the database is made in one transaction with its entry. Others write their own, or
 * wait for another program meanwhile: their entry is added right after.
 *
 * @throws As the change; the log then says that it failed.
 */
export async function makeChange(parts: ChangeParts, { name, asked, by }: AskedChange): Promise<unknown> {
  // an asked change is of its name's type, because the main thread asks it by that type
  const make = (database: Database) =>
    (CHANGES[name] as Change<unknown, unknown>)({ ...parts, database }, asked);
  if (by === null || ONLY_READING.has(name)) return make(parts.database);
  const record = (transaction: Database, made: Made) =>
    recordAudit(transaction, { ...by, at: parts.clock(), ...made });
  const about: About<never, never> = ABOUT[name] ?? {};
  const target = (await about.before?.(parts.database, asked as never)) ?? null;
  const outcomeOf = (answer: unknown): Made => describeOutcome(about, { target, asked, answer });
  try {
    if (isApart(name)) {
      const answer = await make(parts.database);
      await inTransaction(parts.database, "full", (transaction) => record(transaction, outcomeOf(answer)));
      return answer;
    }
    return await inTransaction(parts.database, "full", async (transaction) => {
      const answer = await make(transaction);
      await record(transaction, outcomeOf(answer));
      return answer;
    });
  } catch (error) {
    // then nobody knows: it may have been made with its entry, and only the answer was lost
    if (isUnreachable(error)) throw error;
    // what cannot be recorded either, as on a full disk, must not hide why
    await inTransaction(parts.database, "full", (transaction) =>
      record(transaction, { target, result: "failed" }),
    ).catch(() => {});
    throw error;
  }
}

/** What routes also ask the engine while they change something else. */
const ONLY_READING: ReadonlySet<ChangeName> = new Set<ChangeName>([
  "describeChat",
  "listChatChannels",
  "listWebhooks",
  "describeEmail",
]);

/** Changes of what others keep, or by connections of their own. */
const APART: ReadonlySet<ChangeName> = new Set<ChangeName>([
  "connectWebhook",
  "makeWebhook",
  "deleteWebhook",
  "testWebhook",
  "testEmail",
]);

function isApart(name: ChangeName): boolean {
  return APART.has(name) || ASKING_OTHERS.has(name);
}

function describeOutcome(
  about: About<never, never>,
  { target, asked, answer }: { target: Subject | null; asked: unknown; answer: unknown },
): Made {
  const problem = problemIn(answer);
  if (problem !== null) return { target, result: "refused", details: { ...problem } };
  const { target: found, details } = about.after?.(asked as never, answer as never) ?? {};
  return { target: found ?? target, ...(details !== undefined && { details }) };
}

const REFUSED = z.object({ ok: z.literal(false), problem: z.object({ kind: z.string() }).optional() });

/** Why a change was not made, as far as its answer says; null where it was. */
function problemIn(answer: unknown): AuditDetails | null {
  if (answer === false) return {};
  const refused = REFUSED.safeParse(answer).data;
  if (refused === undefined) return null;
  return refused.problem === undefined ? {} : { reason: refused.problem.kind };
}
