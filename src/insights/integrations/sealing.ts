/** Encrypts what the chat tool gave out, so that the database and its backups are of no use to anybody without the key. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** What a secret belongs to; sealed for one, it cannot be opened for another. */
export interface SealedFor {
  organization: string;
  kind: string;
}

const ALGORITHM = "aes-256-gcm";

/** As NIST SP 800-38D, section 8.2 recommends; a fresh one for each sealing. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Says how what follows was made, in case that ever changes. */
const VERSION = "1.";

/**
 * Returns text that only the same key opens, and only for the same owner.
 *
 * @param key - A key of 32 bytes.
 */
export function seal(secret: string, key: Buffer, owner: SealedFor): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(ownerBytes(owner));
  const hidden = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64");
}

/** Returns null when it was sealed with another key or for another owner, or is damaged. */
export function unseal(sealed: string, key: Buffer, owner: SealedFor): string | null {
  if (!sealed.startsWith(VERSION)) return null;
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64");
  const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(ownerBytes(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString("utf8");
  } catch {
    // the only thing that node says about a wrong key, a wrong owner or damage is an exception
    return null;
  }
}

function ownerBytes({ organization, kind }: SealedFor): Buffer {
  return Buffer.from(`${kind}\n${organization}`, "utf8");
}
