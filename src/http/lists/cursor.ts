/** Opaque cursors: where a page ended, sealed so that they serve only the query they came from. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";

const SEAL_BYTES = 16;

/**
 * Makes a cursor.
 *
 * @param secret - The organization's secret; the query, as text that is equal for equal queries; anything
 *   JSON can hold.
 */
export function sealCursor(secret: string, query: string, content: unknown): string {
  const payload = Buffer.from(JSON.stringify(content));
  return Buffer.concat([sealOf(secret, query, payload), payload]).toString("base64url");
}

/**
 * Reads a cursor.
 *
 * @returns null when it was changed, or made for another query or organization.
 */
export function openCursor<Content>(
  sealed: { secret: string; query: string; cursor: string },
  schema: z.ZodType<Content>,
): Content | null {
  const bytes = Buffer.from(sealed.cursor, "base64url");
  // Several spellings decode to the same bytes; only the one that was given out is a cursor.
  if (bytes.toString("base64url") !== sealed.cursor) return null;
  const payload = bytes.subarray(SEAL_BYTES);
  const seal = bytes.subarray(0, SEAL_BYTES);
  const expected = sealOf(sealed.secret, sealed.query, payload);
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return null;
  return schema.safeParse(JSON.parse(payload.toString())).data ?? null;
}

function sealOf(secret: string, query: string, payload: Uint8Array): Buffer {
  return createHmac("sha256", secret)
    .update(query)
    .update("\n")
    .update(payload)
    .digest()
    .subarray(0, SEAL_BYTES);
}
