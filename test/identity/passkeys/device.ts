/** A device with one passkey: it makes the passkey and signs with it, as a phone or a security key does. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/** The page that the browser shows while it asks the device. */
export interface ShownPage {
  origin: string;
  challenge: string;
}

/** What a device may do wrong. */
export interface Oddities {
  rpId?: string;
  /** Whether it asked who holds it. */
  isVerified?: boolean;
  /** How often it says that it signed. */
  counter?: number;
  userHandle?: string;
}

/** A device whose passkey is for this host name. */
export function makeDevice(ownRpId = "localhost") {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let uses = 0;
  let owner = "";

  function make(
    page: ShownPage,
    { userId, ...odd }: Oddities & { userId?: string } = {},
  ): RegistrationResponseJSON {
    owner = userId ?? owner;
    const { rpId = ownRpId, isVerified = true, counter = 0 } = odd;
    const key = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), uint16(credentialId.length), credentialId, key]);
    const authenticator = authenticatorData({ rpId, flags: (isVerified ? 5 : 1) | 0x40, counter, attested });
    const attestationObject = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
      uint16(authenticator.length),
      authenticator,
    ]).toString("base64url");
    const clientDataJSON = clientData("webauthn.create", page).toString("base64url");
    return {
      ...named(id),
      response: { clientDataJSON, attestationObject, transports: ["internal"] },
    };
  }

  function signIn(page: ShownPage, odd: Oddities = {}): AuthenticationResponseJSON {
    uses += 1;
    const { rpId = ownRpId, isVerified = true, counter = uses } = odd;
    const authenticator = authenticatorData({ rpId, flags: isVerified ? 5 : 1, counter });
    const client = clientData("webauthn.get", page);
    const signature = sign("sha256", Buffer.concat([authenticator, sha256(client)]), privateKey);
    return {
      ...named(id),
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authenticator.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: odd.userHandle ?? owner,
      },
    };
  }

  return { id, make, signIn };
}

function named(id: string) {
  return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
}

function clientData(type: string, page: ShownPage): Buffer {
  return Buffer.from(JSON.stringify({ type, ...page, crossOrigin: false }));
}

/** @see Web Authentication, Level 3, section 6.1 (2026-11). */
function authenticatorData({
  rpId,
  flags,
  counter,
  attested = Buffer.alloc(0),
}: {
  rpId: string;
  flags: number;
  counter: number;
  attested?: Buffer;
}): Buffer {
  const signed = Buffer.alloc(4);
  signed.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), signed, attested]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
