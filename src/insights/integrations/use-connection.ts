/** Uses what connects an organization to the chat tool, and notes what came of it. */
import { inTransaction } from "../../database/transaction.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { type ChatProblem, explainChatProblem } from "./chat-problem.ts";
import {
  type ConnectionKind,
  type ConnectionRow,
  selectConnections,
  updateUse,
} from "./connections-table.ts";
import type { ChatParts } from "./open-chat.ts";
import { readSealingKey } from "./sealing-key.ts";
import { unseal } from "./sealing.ts";

/** A connection that can be used: a token of an app, or the address of a webhook. */
export interface OpenConnection {
  row: ConnectionRow;
  secret: string;
}

/**
 * Opens an organization's connection.
 *
 * @param kinds - The kinds that would do, the best one first.
 * @throws There is none; or its secret cannot be decrypted.
 */
export async function openConnection(
  parts: Pick<ChatParts, "database" | "keyPlace">,
  organization: string,
  kinds: readonly ConnectionKind[],
): Promise<Result<OpenConnection, ChatProblem>> {
  const rows = await selectConnections(parts.database, organization);
  const [row] = kinds.flatMap((kind) => rows.filter((found) => found.kind === kind));
  if (row === undefined) return fail({ kind: "not_connected" });
  const secret = await openSecret(parts, row);
  return secret.ok ? succeed({ row, secret: secret.value }) : secret;
}

/** Decrypts what a row holds. */
export async function openSecret(
  { keyPlace }: Pick<ChatParts, "keyPlace">,
  row: ConnectionRow,
): Promise<Result<string, ChatProblem>> {
  const key = await readSealingKey(keyPlace);
  if (!key.ok) return fail({ kind: key.problem.kind === "missing" ? "connect_again" : "key_damaged" });
  const secret = unseal(row.sealed, key.value, row);
  return secret === null ? fail({ kind: "connect_again" }) : succeed(secret);
}

/** Asks Slack by way of a connection; the row says afterwards whether that worked. */
export async function useConnection<Value>(
  { database, clock }: Pick<ChatParts, "database" | "clock">,
  { row, secret }: OpenConnection,
  work: (secret: string) => Promise<Result<Value, ChatProblem>>,
): Promise<Result<Value, ChatProblem>> {
  const worked = await work(secret);
  // that this server may call nobody says nothing of the connection
  if (!worked.ok && worked.problem.kind === "offline") return worked;
  const now = clock();
  const use = worked.ok
    ? { worked_at: now, problem_kind: null, problem: null, problem_at: null }
    : {
        worked_at: row.worked_at,
        problem_kind: worked.problem.kind,
        problem: explainChatProblem(worked.problem),
        problem_at: now,
      };
  await inTransaction(database, "normal", (transaction) => updateUse(transaction, row, use));
  return worked;
}
