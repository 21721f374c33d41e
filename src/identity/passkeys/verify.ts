/** Verifies what devices made and signed, as Web Authentication has it. */
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { MadeCredential, SignedCredential } from "./credentials.ts";
import { type Expected, PASSKEY_ALGORITHMS } from "./options.ts";
import type { PasskeyRecord } from "./table.ts";

/** What is known of a passkey that a device just made. */
export type NewCredential = Pick<PasskeyRecord, "credentialId" | "publicKey" | "counter" | "transports">;

/** What was expected is not what came: another page, challenge, device or person. */
export interface Unverified {
  kind: "unverified";
}

/**
 * Verifies what a device made.
 *
 * @throws `unverified`.
 */
export async function checkRegistration(
  made: MadeCredential,
  { party, challenge }: Expected,
): Promise<Result<NewCredential, Unverified>> {
  const { verifyRegistrationResponse } = await library();
  const { transports = [], ...response } = made.response;
  const checked = await verifyRegistrationResponse({
    response: { ...made, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  }).catch(() => null); // the library throws where anything is not as expected
  if (checked?.registrationInfo === undefined) return fail({ kind: "unverified" });
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return succeed({
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports,
  });
}

/**
 * Verifies what a device signed with a passkey.
 *
 * @returns How often the device has signed with it.
 * @throws `unverified`, also where the counter of the device did not grow: somebody may have copied it.
 */
export async function checkSignIn(
  signed: SignedCredential,
  { party, challenge }: Expected,
  passkey: PasskeyRecord,
): Promise<Result<number, Unverified>> {
  const { verifyAuthenticationResponse } = await library();
  const { credentialId: id, counter } = passkey;
  // asked for any passkey, a device says whose it is
  const { userHandle = "", ...response } = signed.response;
  if (bytesOf(userHandle).toString() !== passkey.accountId) return fail({ kind: "unverified" });
  const checked = await verifyAuthenticationResponse({
    response: { ...signed, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(bytesOf(passkey.publicKey)), counter },
    requireUserVerification: true,
  }).catch(() => null);
  return checked?.verified === true
    ? succeed(checked.authenticationInfo.newCounter)
    : fail({ kind: "unverified" });
}

/** Reads which challenge was signed; null where the text says nothing of the kind. */
export function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string | null {
  try {
    const { challenge } = JSON.parse(bytesOf(clientDataJSON).toString()) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** 17 MB of memory that a server needs only where somebody has a passkey. */
function library() {
  return import("@simplewebauthn/server");
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
