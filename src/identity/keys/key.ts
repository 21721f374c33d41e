/** The text of a key: how it is made, checked for a typo without any lookup, and turned into what is stored. */
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { KeyProblem } from "../caller.ts";

const PREFIX = "scoring_";
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Random bytes, as many as asked for. */
export type RandomBytes = (count: number) => Uint8Array;

const secureBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

/** Makes a new key: `scoring_`, 32 random base62 characters, and 6 that prove it was typed right. */
export function mintKey(randomBytes: RandomBytes = secureBytes): string {
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    const [byte = 0] = randomBytes(1);
    // 248 is four times 62: a larger byte would make the first letters likelier than the rest.
    if (byte < 248) secret += ALPHABET[byte % 62];
  }
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/**
 * Reads the key out of an Authorization header.
 *
 * @throws `missing` without a bearer token, `invalid` when it cannot be a key: wrong shape or checksum.
 */
export function parseKey(authorization: string | null): Result<string, KeyProblem> {
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  if (token === undefined) return fail({ kind: "missing" });
  return isKey(token) ? succeed(token) : fail({ kind: "invalid" });
}

/** Whether it can be a key: its shape and its checksum are right. */
export function isKey(token: string): boolean {
  const secretEnd = PREFIX.length + SECRET_LENGTH;
  return SHAPE.test(token) && checksumOf(token.slice(PREFIX.length, secretEnd)) === token.slice(secretEnd);
}

/** CRC-32 (IEEE) of the prefix and the secret, in base62, padded with 0. */
function checksumOf(secret: string): string {
  let rest = Bun.hash.crc32(`${PREFIX}${secret}`);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${ALPHABET[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** What is stored of a key: its SHA-256 in hex. 190 random bits need no slow hash. */
export function hashKey(key: string): string {
  return new Bun.CryptoHasher("sha256").update(key).digest("hex");
}
