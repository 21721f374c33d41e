/** Opens what a webhook's row keeps encrypted. */
import { z } from "zod";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { readSealingKey } from "../sealing-key.ts";
import { type SealedFor, unseal } from "../sealing.ts";
import type { WebhookParts } from "./open-webhooks.ts";
import type { WebhookProblem } from "./webhook-problem.ts";
import type { WebhookRow } from "./webhooks-table.ts";

const SEALED = z.object({ address: z.string(), secret: z.string() });

/** Sealed for one webhook, it cannot be opened for another. */
export function sealedFor({ organization, id }: Pick<WebhookRow, "organization" | "id">): SealedFor {
  return { organization, kind: `webhook ${id}` };
}

/** @throws The key is gone, is another one, or is damaged. */
export async function openSealed(
  { keyPlace }: Pick<WebhookParts, "keyPlace">,
  row: WebhookRow,
): Promise<Result<z.infer<typeof SEALED>, WebhookProblem>> {
  const key = await readSealingKey(keyPlace);
  if (!key.ok) return fail({ kind: key.problem.kind === "missing" ? "make_again" : "key_damaged" });
  const text = unseal(row.sealed, key.value, sealedFor(row));
  return text === null ? fail({ kind: "make_again" }) : succeed(SEALED.parse(JSON.parse(text)));
}
