import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import {
  endSignIn,
  endSignInsOf,
  hashToken,
  mintToken,
  noteSignInUses,
  readSignIns,
  startSignIn,
} from "../../../src/identity/sign-ins/sign-in.ts";
import type { SignedIn } from "../../../src/identity/sign-ins/signed-in.ts";
import { selectSignIn } from "../../../src/identity/sign-ins/table.ts";
import type { Clock } from "../../../src/vocabulary/clock.ts";
import { succeed } from "../../../src/vocabulary/result.ts";
import { HOUR, MINUTE } from "../../../src/vocabulary/units.ts";
import { NOW, openIdentity } from "../identity-database.ts";

const database = await openIdentity();

const LASTS = 12 * HOUR;
const FIREFOX = { way: "key", client: "Firefox on Linux", address: "192.0.2.7", hours: 12 } as const;

const signIn = (keyId: string, now = NOW) => signInAs({ keyId }, now);
const signInAs = (who: SignedIn, now = NOW) =>
  inTransaction(database, "full", (transaction) => startSignIn(transaction, { who, ...FIREFOX }, now));
const signInsAt = (clock: Clock) =>
  readSignIns({
    clock,
    find: async (hash) => succeed(await selectSignIn(database, hash)),
    recordUses: (uses) => inTransaction(database, "full", (transaction) => noteSignInUses(transaction, uses)),
  });
const at = (now: number) => {
  const signIns = signInsAt(() => now);
  return {
    async keyOf(token: string): Promise<string | null> {
      const found = await signIns.resolve(token, null);
      if (!found.ok) return "unread";
      const who = found.value?.who ?? null;
      return who !== null && "keyId" in who ? who.keyId : (who?.accountId ?? null);
    },
  };
};

describe("a sign-in", () => {
  test("of a token that nobody was given is none, and neither is one of another shape", async () => {
    for (const token of [mintToken(), "", "x", `${mintToken()}x`, "' or 1=1 --"])
      expect(await at(NOW).keyOf(token)).toBeNull();
  });

  test("is good for its key until twelve hours are over", async () => {
    const { token } = await signIn("laptop");
    expect(await at(NOW + LASTS - 1).keyOf(token)).toBe("laptop");
    expect(await at(NOW + LASTS).keyOf(token)).toBeNull();
  });

  test("is not found in the database by its token, only by the hash", async () => {
    const { token } = await signIn("laptop");
    expect(await selectSignIn(database, token)).toBeNull();
    expect((await selectSignIn(database, hashToken(token)))?.who).toEqual({ keyId: "laptop" });
  });

  test("keeps how, when and from where it began, and has an id that says nothing of its token", async () => {
    const { token, signInId } = await signIn("laptop");
    const { hash, ...kept } = (await selectSignIn(database, hashToken(token))) ?? { hash: "" };
    const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW + LASTS };
    const { hours: _, ...known } = FIREFOX;
    expect(kept).toEqual({ id: signInId, who: { keyId: "laptop" }, ...times, ...known });
    expect(`${token} ${hash}`).not.toContain(signInId.slice(0, 8));
  });

  test("can be an account's, which no key of the same id ends", async () => {
    const { token, signInId } = await signInAs({ accountId: "ada" });
    const other = await signInAs({ keyId: "ada" });
    await inTransaction(database, "full", (transaction) => endSignInsOf(transaction, { keyId: "ada" }));
    const found = await signInsAt(() => NOW).resolve(token, null);
    expect(found).toEqual(succeed({ signInId, who: { accountId: "ada" } }));
    expect(await at(NOW).keyOf(other.token)).toBeNull();
  });

  test("ends for itself only", async () => {
    const [one, other] = [await signIn("laptop"), await signIn("laptop")];
    await inTransaction(database, "full", (transaction) => endSignIn(transaction, one));
    expect(await at(NOW).keyOf(one.token)).toBeNull();
    expect(await at(NOW).keyOf(other.token)).toBe("laptop");
  });

  test("that has expired is removed when somebody signs in", async () => {
    const { token } = await signIn("old");
    await signIn("new", NOW + LASTS + 1);
    expect(await selectSignIn(database, hashToken(token))).toBeNull();
  });

  test("is the oldest of its key's that ends when there are too many", async () => {
    const first = await signIn("busy", NOW + 1);
    const other = await signIn("quiet", NOW);
    for (let times = 1; times < 100; times += 1) await signIn("busy", NOW + 1 + times);
    expect(await at(NOW + 1_000).keyOf(first.token)).toBe("busy");
    const newest = await signIn("busy", NOW + 1_000);
    expect(await at(NOW + 1_000).keyOf(first.token)).toBeNull();
    expect(await at(NOW + 1_000).keyOf(newest.token)).toBe("busy");
    expect(await at(NOW + 1_000).keyOf(other.token)).toBe("quiet");
  });
});

describe("a sign-in that holds for an hour without being used", () => {
  test("ends when the hour is over, and not as long as it is used", async () => {
    const { token, signInId } = await signIn("laptop");
    let now = NOW;
    const signIns = signInsAt(() => now);
    const isInForce = async (): Promise<boolean> => {
      const found = await signIns.resolve(token, HOUR);
      return found.ok && found.value !== null;
    };
    now = NOW + HOUR - 1;
    signIns.noteUse(signInId);
    now = NOW + HOUR + MINUTE;
    expect(await isInForce()).toBe(true);
    await signIns.passOnUses();
    expect((await selectSignIn(database, hashToken(token)))?.lastUsedAt).toBe(NOW + HOUR - 1);
    now = NOW + 2 * HOUR - 1;
    expect(await isInForce()).toBe(false);
    const unlimited = await signIns.resolve(token, null);
    expect(unlimited).toEqual(succeed({ signInId, who: { keyId: "laptop" } }));
  });
});
