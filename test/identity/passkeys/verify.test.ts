import { describe, expect, test } from "bun:test";
import { createChallenges } from "../../../src/identity/passkeys/challenges.ts";
import { challengeIn, checkRegistration, checkSignIn } from "../../../src/identity/passkeys/verify.ts";
import { NOW } from "../identity-database.ts";
import { makeDevice, type Oddities, type ShownPage } from "./device.ts";

const party = { id: "localhost", origin: "http://localhost:4318" };
const { origin } = party;
const [challenge, otherChallenge] = [0, 1].map(() =>
  createChallenges(() => NOW).issue({ kind: "sign_in" }),
) as [string, string];
const accountId = "8f1c";
const userId = Buffer.from(accountId).toString("base64url");

/** A device that has a passkey here, and what is kept of it. */
async function registered() {
  const device = makeDevice();
  const made = await checkRegistration(device.make({ origin, challenge }, { userId }), { party, challenge });
  if (!made.ok) throw new Error("the passkey was not accepted");
  const kept = { id: "1", organizationId: "o", accountId, developerId: "d", name: "Phone" };
  return { device, passkey: { ...kept, ...made.value, createdAt: NOW, lastUsedAt: null } };
}

describe("a new passkey", () => {
  const device = makeDevice();
  test.each([
    ["made on another page", device.make({ origin: "http://localhost:9", challenge })],
    ["made for another challenge", device.make({ origin, challenge: otherChallenge })],
    ["made for another host name", device.make({ origin, challenge }, { rpId: "evil.example" })],
    ["whose device did not verify its user", device.make({ origin, challenge }, { isVerified: false })],
    [
      "that is a sign-in",
      {
        ...device.signIn({ origin, challenge }),
        response: device.make({ origin, challenge }).response,
        id: "x",
      },
    ],
    ["whose id is of another", { ...device.make({ origin, challenge }), rawId: "abcd" }],
  ])("%s is not accepted", async (_, made) => {
    expect(await checkRegistration(made, { party, challenge })).toEqual({
      ok: false,
      problem: { kind: "unverified" },
    });
  });

  test("that is cut off before its key is not accepted, and breaks nothing", async () => {
    const whole = device.make({ origin, challenge });
    const { attestationObject } = whole.response;
    const BEFORE_THE_KEY = attestationObject.length - 103;
    for (let length = 0; length < BEFORE_THE_KEY; length += 7) {
      const response = { ...whole.response, attestationObject: attestationObject.slice(0, length) };
      expect((await checkRegistration({ ...whole, response }, { party, challenge })).ok).toBe(false);
    }
  });

  test("is kept with its public key only", async () => {
    const { device: own, passkey } = await registered();
    expect(passkey).toMatchObject({ credentialId: own.id, counter: 0, transports: ["internal"] });
    expect(Buffer.from(passkey.publicKey, "base64url").length).toBe(77);
  });
});

describe("a signature with a passkey", () => {
  test.each([
    ["on another page", { page: { origin: "https://evil.example" } }],
    ["of another challenge", { page: { challenge: otherChallenge } }],
    ["for another host name", { odd: { rpId: "evil.example" } }],
    ["of a device that did not verify its user", { odd: { isVerified: false } }],
    ["for another person", { odd: { userHandle: Buffer.from("other").toString("base64url") } }],
    ["for nobody", { odd: { userHandle: "" } }],
  ] as [string, { page?: Partial<ShownPage>; odd?: Oddities }][])(
    "%s is not accepted",
    async (...[, { page, odd }]) => {
      const { device, passkey } = await registered();
      const signed = device.signIn({ origin, challenge, ...page }, odd);
      expect((await checkSignIn(signed, { party, challenge }, passkey)).ok).toBe(false);
    },
  );

  test("of another device under its id is not accepted", async () => {
    const { device, passkey } = await registered();
    const { response } = makeDevice().signIn({ origin, challenge }, { userHandle: userId });
    const forged = { ...device.signIn({ origin, challenge }), response };
    expect((await checkSignIn(forged, { party, challenge }, passkey)).ok).toBe(false);
  });

  test("says how often the device signed", async () => {
    const { device, passkey } = await registered();
    const first = await checkSignIn(device.signIn({ origin, challenge }), { party, challenge }, passkey);
    expect(first).toEqual({ ok: true, value: 1 });
  });

  test("is not accepted when the counter of the device did not grow", async () => {
    const { device, passkey } = await registered();
    for (const counter of [0, 6, 7]) {
      const signed = device.signIn({ origin, challenge }, { counter });
      const checked = await checkSignIn(signed, { party, challenge }, { ...passkey, counter: 7 });
      expect(checked.ok).toBe(false);
    }
  });

  test("is accepted of a device whose counter stays at 0", async () => {
    const { device, passkey } = await registered();
    const signed = device.signIn({ origin, challenge }, { counter: 0 });
    expect(await checkSignIn(signed, { party, challenge }, passkey)).toEqual({ ok: true, value: 0 });
  });
});

describe("the challenge in what a browser says", () => {
  test("is read, and is none in anything else", () => {
    const text = (value: string) => ({ clientDataJSON: Buffer.from(value).toString("base64url") });
    expect(challengeIn(text('{"challenge":"abc"}'))).toBe("abc");
    for (const other of ["", "null", "7", "{", "[]", "{}", '{"challenge":7}', "\u0000"])
      expect(challengeIn(text(other))).toBeNull();
  });
});
