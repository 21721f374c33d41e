/** Secrets and signatures of webhooks, by which a receiver knows that a message is this server's. */
import { createHmac, randomBytes } from "node:crypto";
import { type Instant, SECOND } from "../../../vocabulary/units.ts";

const PREFIX = "whsec_";
/** @see Standard Webhooks, "Signature scheme", read 2026-11: 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function mintSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** What is signed. */
export interface SignedParts {
  /** The same whenever the same message is sent again. */
  id: string;
  /** When it is sent, which is another time whenever it is sent again. */
  at: Instant;
  body: string;
}

/**
 * Returns the three headers of a message.
 *
 * @see Standard Webhooks 1.0.0, "Webhook headers", read 2026-11.
 */
export function signingHeaders(secret: string, { id, at, body }: SignedParts): Record<string, string> {
  const seconds = Math.floor(at / SECOND);
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
