/** A key as it is in the bucket that nodes share: enough to judge a request, and of the key itself only its hash. */
import { z } from "zod";
import type { HeldKey } from "../../../identity/keys/register.ts";

/** The name of the bucket; each note is under its key's hash. */
export const KEYS_BUCKET = "keys";

/** What is noted. */
export const KEY_NOTE = z.object({
  id: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  organizationId: z.string(),
  role: z.enum(["member", "admin"]),
  developerId: z.string().nullable(),
  scopes: z.array(z.enum(["ingest", "read_own", "read_team", "admin"])),
  endsAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
}) satisfies z.ZodType<HeldKey>;

/** Writes a note; the same key gives the same text. */
export function keyNoteText(key: HeldKey): string {
  return JSON.stringify(KEY_NOTE.parse(key));
}

/** Reads a note; null for what is none, as a newer version may write it. */
export function readKeyNote(text: string): HeldKey | null {
  try {
    const read = KEY_NOTE.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
