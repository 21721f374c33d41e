/** A key as answers show it; the key itself is never among it. */
import { z } from "zod";
import { isoOrNull, isoTime } from "../../vocabulary/times.ts";
import { describeDeveloper, DEVELOPER_ANSWER } from "../developers/answer.ts";
import type { Developer } from "../developers/developer.ts";
import { SCOPES } from "./scopes.ts";
import type { KeyRecord } from "./table.ts";

export const KEY_ANSWER = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(["member", "admin"]),
  developer: DEVELOPER_ANSWER.nullable().describe("Whose key it is; null: several people may share it."),
  scopes: z.array(z.enum(SCOPES)).describe("What it may do."),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("Exact to the minute."),
  endsAt: z.iso.datetime().nullable().describe("When it ends, or has ended; null: never."),
  revokedAt: z.iso.datetime().nullable().describe("null while nobody has revoked it."),
});

/** A key that was just made. */
export const NEW_KEY = KEY_ANSWER.extend({ key: z.string().describe("Shown this once.") });

/** A key that replaces another one. */
export const ROTATION_ANSWER = z.object({
  made: NEW_KEY,
  replaced: z.object({ id: z.string(), endsAt: z.iso.datetime() }),
});

export type KeyAnswer = z.infer<typeof KEY_ANSWER>;

/** @param developers - The developers of the key's organization by id. */
export function describeKey(key: KeyRecord, developers: ReadonlyMap<string, Developer>): KeyAnswer {
  const developer = key.developerId === null ? undefined : developers.get(key.developerId);
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    developer: developer === undefined ? null : describeDeveloper(developer),
    scopes: [...key.scopes],
    createdAt: isoTime(key.createdAt),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    endsAt: isoOrNull(key.endsAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}
