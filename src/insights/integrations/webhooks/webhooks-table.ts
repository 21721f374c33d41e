/** The rows of webhooks; the address and the secret are in them only encrypted. */
import { instant, orNull, text } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import type { TableSet } from "../../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../../database/table-shape.ts";

export const WEBHOOKS = declareTable(
  "webhooks",
  {
    id: text(),
    organization: text(),
    name: text(),
    /** Without path and query, which can hold a secret. */
    origin: text(),
    /** The address and the secret, encrypted. */
    sealed: text(),
    created_at: instant(),
    /** The id of the key that made it. */
    created_by: text(),
    /** When it last took a message. */
    worked_at: orNull(instant()),
    /** What went wrong after that; null when nothing did. */
    problem: orNull(text()),
    problem_at: orNull(instant()),
  },
  { key: ["organization", "id"] },
);

export type WebhookRow = RowOf<typeof WEBHOOKS>;

/** Never thrown away. */
export const webhookTables = {
  name: "webhooks",
  tables: [WEBHOOKS],
  kept: true,
  migrations: [(database) => createTable(database, WEBHOOKS)],
} satisfies TableSet;

/** One webhook of an organization. */
interface OneWebhook {
  organization: string;
  id: string;
}

/** Keeps a new webhook. */
export async function insertWebhook(transaction: Database, row: WebhookRow): Promise<void> {
  await tables(transaction, WEBHOOKS).insertInto("webhooks").values(row).execute();
}

/** Returns the webhooks of an organization, the oldest first. */
export function selectWebhooks(database: Database, organization: string): Promise<WebhookRow[]> {
  return tables(database, WEBHOOKS)
    .selectFrom("webhooks")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Notes what came of using a webhook; one that is gone stays so. */
export async function updateWebhook(
  transaction: Database,
  { organization, id }: OneWebhook,
  use: Pick<WebhookRow, "worked_at" | "problem" | "problem_at">,
): Promise<void> {
  await tables(transaction, WEBHOOKS)
    .updateTable("webhooks")
    .set(use)
    .where("organization", "=", organization)
    .where("id", "=", id)
    .execute();
}

/** Forgets a webhook. */
export async function deleteWebhook(transaction: Database, { organization, id }: OneWebhook): Promise<void> {
  await tables(transaction, WEBHOOKS)
    .deleteFrom("webhooks")
    .where("organization", "=", organization)
    .where("id", "=", id)
    .execute();
}
