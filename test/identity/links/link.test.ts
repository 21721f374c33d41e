import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { inviteAccount, endAccount } from "../../../src/identity/accounts/account.ts";
import { selectAccount } from "../../../src/identity/accounts/table.ts";
import { revokeKey } from "../../../src/identity/keys/issue.ts";
import { expireSignIns } from "../../../src/identity/links/expire-sign-ins.ts";
import { linkKey, startSignInLink } from "../../../src/identity/links/link.ts";
import { endSignInsOfPerson } from "../../../src/identity/links/of-person-table.ts";
import { redeemSignInLink } from "../../../src/identity/links/redeem-link.ts";
import { hashToken, mintToken, startSignIn } from "../../../src/identity/sign-ins/sign-in.ts";
import type { SignedIn } from "../../../src/identity/sign-ins/signed-in.ts";
import { selectSignIn } from "../../../src/identity/sign-ins/table.ts";
import { fail, succeed } from "../../../src/vocabulary/result.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { addKey, addOrganization, NOW, openIdentity } from "../identity-database.ts";

const database = await openIdentity();
const { id: organizationId } = await addOrganization(database, "ours");
const { id: foreign } = await addOrganization(database, "theirs");

const UNKNOWN = fail({ kind: "unknown_link" } as const);
const BROWSER = { client: "Firefox on Linux", address: "192.0.2.7", hours: 12 };

const link = (who: SignedIn) =>
  inTransaction(database, "full", (transaction) => startSignInLink(transaction, { who, madeBy: null }, NOW));
const redeem = (token: string, now = NOW) =>
  inTransaction(database, "full", (transaction) => redeemSignInLink(transaction, { token, ...BROWSER }, now));
const askLink = (keyId: string, now = NOW) =>
  inTransaction(database, "full", (transaction) =>
    linkKey(transaction, { keyId, organizationId, madeBy: "an-admin" }, now),
  );

async function invite(email: string): Promise<string> {
  const wish = { organizationId, email, name: null, labels: [], role: "member" as const, developerId: email };
  const made = await inTransaction(database, "full", (transaction) => inviteAccount(transaction, wish, NOW));
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.id;
}

describe("a one-time link", () => {
  test("that nobody made signs in nobody", async () => {
    for (const token of [mintToken(), "", "x"]) expect(await redeem(token)).toEqual(UNKNOWN);
  });

  test("signs in as its key, once, by way of a link", async () => {
    const { record } = await addKey(database, { organizationId });
    const made = await link({ keyId: record.id });
    expect(made.expiresAt).toBe(NOW + DAY);
    const redeemed = await redeem(made.token, NOW + DAY - 1);
    expect(redeemed).toMatchObject(succeed({ who: { keyId: record.id } }));
    const token = redeemed.ok ? redeemed.value.token : "";
    expect(token).not.toBe(made.token);
    expect(await selectSignIn(database, hashToken(token))).toMatchObject({
      who: { keyId: record.id },
      way: "link",
      client: "Firefox on Linux",
      address: "192.0.2.7",
      expiresAt: NOW + DAY - 1 + 12 * HOUR,
    });
    expect(await redeem(made.token)).toEqual(UNKNOWN);
  });

  test("signs in as an account, and notes when", async () => {
    const accountId = await invite("ada@example.com");
    const { token } = await link({ accountId });
    expect(await redeem(token, NOW + 7)).toMatchObject(succeed({ who: { accountId } }));
    expect((await selectAccount(database, accountId))?.lastSignInAt).toBe(NOW + 7);
  });

  test("signs in nobody after a day, and is used up by the try", async () => {
    const { record } = await addKey(database, { organizationId });
    const { token } = await link({ keyId: record.id });
    expect(await redeem(token, NOW + DAY)).toEqual(UNKNOWN);
    expect(await redeem(token, NOW)).toEqual(UNKNOWN);
  });

  test("ends with its key, with its account, and with a key that is over by itself", async () => {
    const { record } = await addKey(database, { organizationId });
    const accountId = await invite("eve@example.com");
    const short = (await addKey(database, { organizationId, endsAt: NOW + HOUR })).record;
    const [ofKey, ofAccount, ofShort] = [
      await link({ keyId: record.id }),
      await link({ accountId }),
      await link({ keyId: short.id }),
    ];
    await inTransaction(database, "full", async (transaction) => {
      await revokeKey(transaction, { id: record.id, organizationId }, NOW);
      await endAccount(transaction, { id: accountId, organizationId }, NOW);
    });
    for (const { token } of [ofKey, ofAccount]) expect(await redeem(token)).toEqual(UNKNOWN);
    expect(await redeem(ofShort.token, NOW + HOUR)).toEqual(UNKNOWN);
  });

  test("is kept as a hash, and removed with sign-ins when it is too old", async () => {
    const { record } = await addKey(database, { organizationId });
    const made = await link({ keyId: record.id });
    const hashes = async () =>
      (await wholeSchema(database).selectFrom("sign_in_links").select("hash").execute()).map(
        (row) => row.hash,
      );
    expect(await hashes()).toContain(hashToken(made.token));
    await expireSignIns(database, NOW + DAY + 1);
    expect(await hashes()).toEqual([]);
  });
});

describe("a person who is purged", () => {
  test("is signed out of own keys and accounts, with the links to them, and nobody else is", async () => {
    const own = await addKey(database, { organizationId, developerId: "gone" });
    const foreignKey = await addKey(database, { organizationId, developerId: "staying" });
    const accountId = await invite("gone");
    const stays = await invite("staying");
    const whose = [
      { keyId: own.record.id },
      { accountId },
      { keyId: foreignKey.record.id },
      { accountId: stays },
    ];
    const links = [];
    for (const who of whose) links.push(await link(who));
    const tokens = [];
    for (const who of whose) {
      const signIn = { who, way: "link" as const, ...BROWSER };
      const started = await inTransaction(database, "full", (transaction) =>
        startSignIn(transaction, signIn, NOW),
      );
      tokens.push(started.token);
    }
    const named = { keys: [own.record.id, foreignKey.record.id], developers: ["gone"] };
    await inTransaction(database, "full", (transaction) => endSignInsOfPerson(transaction, named));
    const kept = await Promise.all(tokens.map((token) => selectSignIn(database, hashToken(token))));
    expect(kept.map((signIn) => signIn !== null)).toEqual([false, false, true, true]);
    const redeemed = [];
    for (const { token } of links) redeemed.push((await redeem(token)).ok);
    expect(redeemed).toEqual([false, false, true, true]);
  });
});

describe("a link that is asked for a key", () => {
  test("is refused for no key, a foreign one, one that has ended, and one that may only send", async () => {
    const theirs = await addKey(database, { organizationId: foreign });
    const revoked = await addKey(database, { organizationId });
    await inTransaction(database, "full", (transaction) =>
      revokeKey(transaction, { id: revoked.record.id, organizationId }, NOW),
    );
    const short = await addKey(database, { organizationId, endsAt: NOW });
    const sends = await addKey(database, { organizationId, scopes: ["ingest"] });
    for (const [id, kind] of [
      ["nobody", "unknown_key"],
      [theirs.record.id, "unknown_key"],
      [revoked.record.id, "key_ended"],
      [short.record.id, "key_ended"],
      [sends.record.id, "only_sends"],
    ] as const)
      expect<object>(await askLink(id)).toEqual(fail({ kind }));
  });

  test("never signs in with a key that may only send, whoever made it", async () => {
    const sends = await addKey(database, { organizationId, scopes: ["ingest"] });
    const { token } = await link({ keyId: sends.record.id });
    expect(await redeem(token)).toEqual(UNKNOWN);
  });

  test("is made, with who made it", async () => {
    const { record } = await addKey(database, { organizationId });
    const made = await askLink(record.id);
    const hash = hashToken(made.ok ? made.value.token : "");
    const kept = wholeSchema(database).selectFrom("sign_in_links").selectAll().where("hash", "=", hash);
    expect(await kept.executeTakeFirst()).toMatchObject({ key_id: record.id, made_by: "an-admin" });
  });
});
