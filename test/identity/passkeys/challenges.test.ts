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

  test("is forgotten when ten thousand newer ones wait", () => {
    const challenges = createChallenges(() => NOW);
    const first = challenges.issue({ kind: "sign_in" });
    const second = challenges.issue({ kind: "sign_in" });
    for (let waiting = 2; waiting <= 10_000; waiting += 1) challenges.issue({ kind: "sign_in" });
    expect(challenges.take(first)).toBeNull();
    expect(challenges.take(second)).not.toBeNull();
  });
});
