import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import {
  endSignIn,
  hashToken,
  mintToken,
  readSignIns,
  SIGN_IN_LASTS,
  startSignIn,
} from "../../../src/identity/sign-ins/sign-in.ts";
import { selectSignIn } from "../../../src/identity/sign-ins/table.ts";
import { succeed } from "../../../src/vocabulary/result.ts";
import { NOW, openIdentity } from "../identity-database.ts";

const database = await openIdentity();

const signIn = (keyId: string, now = NOW) =>
  inTransaction(database, "full", (transaction) => startSignIn(transaction, { keyId }, now));
const at = (now: number) => {
  const signIns = readSignIns(
    async (hash) => succeed(await selectSignIn(database, hash)),
    () => now,
  );
  return {
    async keyOf(token: string): Promise<string | null> {
      const found = await signIns.keyOf(token);
      return found.ok ? found.value : "unread";
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
    expect(await at(NOW + SIGN_IN_LASTS - 1).keyOf(token)).toBe("laptop");
    expect(await at(NOW + SIGN_IN_LASTS).keyOf(token)).toBeNull();
  });

  test("is not found in the database by its token, only by the hash", async () => {
    const { token } = await signIn("laptop");
    expect(await selectSignIn(database, token)).toBeNull();
    expect((await selectSignIn(database, hashToken(token)))?.keyId).toBe("laptop");
  });

  test("ends for itself only", async () => {
    const [one, other] = [await signIn("laptop"), await signIn("laptop")];
    await inTransaction(database, "full", (transaction) => endSignIn(transaction, one));
    expect(await at(NOW).keyOf(one.token)).toBeNull();
    expect(await at(NOW).keyOf(other.token)).toBe("laptop");
  });

  test("that has expired is removed when somebody signs in", async () => {
    const { token } = await signIn("old");
    await signIn("new", NOW + SIGN_IN_LASTS + 1);
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
