/** An account as answers show it. */
import { z } from "zod";
import { labelText } from "../../vocabulary/labels/label.ts";
import { isoOrNull, isoTime } from "../../vocabulary/times.ts";
import { describeDeveloper, DEVELOPER_ANSWER } from "../developers/answer.ts";
import type { Developer } from "../developers/developer.ts";
import type { AccountRecord } from "./table.ts";

/** What people may be. */
export const ROLES = ["member", "lead", "admin"] as const;

export const ACCOUNT_ANSWER = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  labels: z
    .array(z.string())
    .describe("A lead reads usage and scores of sessions with these; empty for others."),
  developer: DEVELOPER_ANSWER.nullable().describe("Whose work is theirs; null after a purge of it."),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime().nullable().describe("null: never."),
  endedAt: z.iso.datetime().nullable().describe("null while it is in force."),
});

export type AccountAnswer = z.infer<typeof ACCOUNT_ANSWER>;

/** @param developers - The developers of the account's organization by id. */
export function describeAccount(
  account: AccountRecord,
  developers: ReadonlyMap<string, Developer>,
): AccountAnswer {
  const { id, email, name, role, labels, developerId } = account;
  const developer = developers.get(developerId);
  return {
    id,
    email,
    name,
    role,
    labels: labels.map(labelText),
    developer: developer === undefined ? null : describeDeveloper(developer),
    createdAt: isoTime(account.createdAt),
    lastSignInAt: isoOrNull(account.lastSignInAt),
    endedAt: isoOrNull(account.endedAt),
  };
}
