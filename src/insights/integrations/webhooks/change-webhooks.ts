/** Makes, lists and deletes an organization's webhooks. */
import { randomUUID } from "node:crypto";
import { inTransaction } from "../../../database/transaction.ts";
import { actorName } from "../../../identity/actor-name.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import { makeSealingKey } from "../sealing-key.ts";
import { seal } from "../sealing.ts";
import { type AddressProblem, readAddress } from "./address-rules.ts";
import type { WebhookParts } from "./open-webhooks.ts";
import { sealedFor } from "./sealed-webhook.ts";
import { mintSecret } from "./sign.ts";
import type { WebhookAnswer } from "./webhook-answer.ts";
import { deleteWebhook, insertWebhook, selectWebhooks, type WebhookRow } from "./webhooks-table.ts";

/** Who makes a webhook, and of what. */
export interface NewWebhook {
  organizationId: string;
  actorId: string;
  name: string;
  address: string;
}

/** Of one organization. */
export const MOST_WEBHOOKS = 20;

/** Why none is made. */
export type NewWebhookProblem = AddressProblem | { kind: "too_many" | "key_damaged" };

/**
 * Makes a webhook. Nothing is sent to it yet.
 *
 * @returns Its secret, which nobody is shown again.
 */
export async function makeWebhook(
  parts: WebhookParts,
  { organizationId: organization, actorId, name, address }: NewWebhook,
): Promise<Result<{ webhook: WebhookAnswer; secret: string }, NewWebhookProblem>> {
  const url = readAddress(address, parts.rules.allowedHosts);
  if (!url.ok) return url;
  const [id, secret] = [randomUUID(), mintSecret()];
  const kept = await inTransaction(parts.database, "full", async (transaction) => {
    const before = await selectWebhooks(transaction, organization);
    if (before.length >= MOST_WEBHOOKS) return fail({ kind: "too_many" as const });
    // in here, because two first webhooks at once would each make a key
    const key = await makeSealingKey(parts.keyPlace);
    if (!key.ok) return key;
    const text = JSON.stringify({ address: url.value.href, secret });
    const row: WebhookRow = {
      id,
      organization,
      name,
      origin: url.value.origin,
      sealed: seal(text, key.value, sealedFor({ organization, id })),
      created_at: parts.clock(),
      created_by: actorId,
      worked_at: null,
      problem: null,
      problem_at: null,
    };
    await insertWebhook(transaction, row);
    return succeed(row);
  });
  if (!kept.ok) return kept;
  return succeed({ webhook: await describe(parts, kept.value), secret });
}

/** Lists an organization's webhooks, the oldest first. */
export async function listWebhooks(
  parts: Pick<WebhookParts, "database">,
  { organizationId }: { organizationId: string },
): Promise<WebhookAnswer[]> {
  const rows = await selectWebhooks(parts.database, organizationId);
  return Promise.all(rows.map((row) => describe(parts, row)));
}

async function describe(
  { database }: Pick<WebhookParts, "database">,
  row: WebhookRow,
): Promise<WebhookAnswer> {
  const { id, name, origin, problem, problem_at: at } = row;
  return {
    id,
    name,
    origin,
    createdAt: isoTime(row.created_at),
    createdBy: await actorName(database, row.created_by),
    workedAt: row.worked_at === null ? null : isoTime(row.worked_at),
    lastError: problem === null || at === null ? null : { at: isoTime(at), message: problem },
  };
}

/** Deletes a webhook; what is on its way to it may still arrive. */
export async function forgetWebhook(
  { database }: Pick<WebhookParts, "database">,
  { organizationId: organization, id }: { organizationId: string; id: string },
): Promise<Result<void, { kind: "unknown_webhook" }>> {
  return inTransaction(database, "full", async (transaction) => {
    const rows = await selectWebhooks(transaction, organization);
    if (!rows.some((row) => row.id === id)) return fail({ kind: "unknown_webhook" as const });
    await deleteWebhook(transaction, { organization, id });
    return succeed(undefined);
  });
}
