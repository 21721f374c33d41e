/** What a browser is asked for: a new passkey, or a signature with one that it has. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { CHALLENGE_LASTS } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { PasskeyRecord } from "./table.ts";

/** What an answer must be about. */
export interface Expected {
  party: RelyingParty;
  challenge: string;
}

/** Whose passkey is made, as the device shows it. */
export interface PasskeyPerson {
  accountId: string;
  email: string;
  name: string | null;
  /** Those that the account has: no device makes a second one. */
  has: readonly Pick<PasskeyRecord, "credentialId">[];
}

/**
 * Ed25519, ECDSA with P-256, and RSA: one of them is in every device.
 *
 * @see https://www.iana.org/assignments/cose, algorithms (2026-11).
 */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/**
 * Asks for a passkey that finds its person, so that nobody types a name, and whose device asks who holds it.
 *
 * @see Web Authentication, Level 3, section 5.4 (2026-11).
 */
export function registrationOptions(
  { party, challenge }: Expected,
  { accountId, email, name, has }: PasskeyPerson,
): PublicKeyCredentialCreationOptionsJSON {
  return {
    challenge,
    rp: { id: party.id, name: "scoring" },
    user: { id: Buffer.from(accountId).toString("base64url"), name: email, displayName: name ?? email },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: CHALLENGE_LASTS,
    attestation: "none",
    excludeCredentials: has.map(({ credentialId }) => ({ id: credentialId, type: "public-key" })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
}

/** Asks for a signature with any passkey of this server, so that nobody learns who has one. */
export function signInOptions({ party, challenge }: Expected): PublicKeyCredentialRequestOptionsJSON {
  return { challenge, rpId: party.id, timeout: CHALLENGE_LASTS, userVerification: "required" };
}
