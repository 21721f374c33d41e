import { describe, expect, test } from "bun:test";
import { registrationOptions, signInOptions } from "../../../src/identity/passkeys/options.ts";

const party = { id: "localhost", origin: "http://localhost:4318" };
const challenge = "x".repeat(43);

describe("what a browser is asked for a new passkey", () => {
  test("is one that finds its person and asks who uses it, for this host name", () => {
    const has = [{ credentialId: "abcd" }];
    const options = registrationOptions(
      { party, challenge },
      { accountId: "8f1c", email: "ada@example.com", name: "Ada", has },
    );
    expect(options).toMatchObject({
      challenge,
      rp: { id: "localhost", name: "scoring" },
      user: { id: "OGYxYw", name: "ada@example.com", displayName: "Ada" },
      attestation: "none",
      excludeCredentials: [{ id: "abcd", type: "public-key" }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });
});

describe("what a browser is asked for to sign in", () => {
  test("names no passkey, so that nobody learns who has one", () => {
    expect(signInOptions({ party, challenge })).toMatchObject({
      challenge,
      rpId: "localhost",
      userVerification: "required",
    });
    expect(signInOptions({ party, challenge }).allowCredentials).toBeUndefined();
  });
});
