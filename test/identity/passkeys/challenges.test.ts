import { describe, expect, test } from "bun:test";
import { CHALLENGE_LASTS, createChallenges } from "../../../src/identity/passkeys/challenges.ts";
import { NOW } from "../identity-database.ts";

describe("a challenge", () => {
  test("that was never issued is good for nothing", () => {
    expect(createChallenges(() => NOW).take("x".repeat(43))).toBeNull();
  });

  test("is good once, for what it was made for", () => {
    const challenges = createChallenges(() => NOW);
    const made = challenges.issue({ kind: "register", accountId: "a" });
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(challenges.take(made)).toEqual({ kind: "register", accountId: "a" });
    expect(challenges.take(made)).toBeNull();
  });

  test("is good for five minutes", () => {
    let now = NOW;
    const challenges = createChallenges(() => now);
    const [soon, late] = [challenges.issue({ kind: "sign_in" }), challenges.issue({ kind: "sign_in" })];
    now += CHALLENGE_LASTS - 1;
    expect(challenges.take(soon)).toEqual({ kind: "sign_in" });
    now += 1;
    expect(challenges.take(late)).toBeNull();
  });

  test("to sign in is good once, however it is written, and not when a byte of it is another", () => {
    const challenges = createChallenges(() => NOW);
    const made = challenges.issue({ kind: "sign_in" });
    expect(made).toMatch(/^[\w-]{43}$/);
    for (let at = 0; at < 32; at += 1) {
      const bytes = Buffer.from(made, "base64url");
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(challenges.take(bytes.toString("base64url"))).toBeNull();
    }
    expect(createChallenges(() => NOW).take(made)).toBeNull();
    expect(challenges.take(made)).toEqual({ kind: "sign_in" });
    expect([challenges.take(made), challenges.take(`${made}=`)]).toEqual([null, null]);
  });

  test("to sign in is not crowded out, however many strangers begin, and neither is one to register", () => {
    const challenges = createChallenges(() => NOW);
    const signingIn = challenges.issue({ kind: "sign_in" });
    const registering = challenges.issue({ kind: "register", accountId: "a" });
    for (let begun = 0; begun < 30_000; begun += 1) challenges.issue({ kind: "sign_in" });
    expect(challenges.take(signingIn)).toEqual({ kind: "sign_in" });
    expect(challenges.take(registering)).toEqual({ kind: "register", accountId: "a" });
  });

  test("to register is forgotten when ten thousand newer ones wait", () => {
    const challenges = createChallenges(() => NOW);
    const issue = () => challenges.issue({ kind: "register", accountId: "a" });
    const [first, second] = [issue(), issue()];
    for (let waiting = 2; waiting <= 10_000; waiting += 1) issue();
    expect(challenges.take(first)).toBeNull();
    expect(challenges.take(second)).not.toBeNull();
  });
});
