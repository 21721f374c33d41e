/** One-time links of a whole appliance: who may make one, and what it signs in. */
import { afterAll, describe, expect, test } from "bun:test";
import { hashToken } from "../../src/identity/sign-ins/sign-in.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { wholeSchema } from "../whole-schema.ts";
import { startTestAppliance } from "./running.ts";

const appliance = await startTestAppliance({ settings: { trustedProxies: ["127.0.0.1"] } });
const organization = await appliance.addOrganization();
const foreign = await appliance.addOrganization();
const ada = await organization.addKey({ developer: "ada@example.com" });
afterAll(() => appliance.stop());

const { url } = appliance;
const make = (key: string, id = ada.id) =>
  fetch(`${url}/v1/admin/keys/${id}/sign-in-links`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });

/** From another machine, as far as the proxy says. */
const redeem = (token: string) =>
  fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" },
    body: JSON.stringify({ token }),
  });

async function tokenFrom(response: Response): Promise<string> {
  const { url: link } = (await response.json()) as { url: string };
  return link.split("#")[1] ?? "";
}

describe("a link for a key", () => {
  test("is made by no member and no other organization", async () => {
    const statuses = [ada.key, organization.key, foreign.admin].map(async (key) => (await make(key)).status);
    expect(await Promise.all(statuses)).toEqual([403, 403, 404]);
  });

  test("is made for no key that has ended", async () => {
    const revoked = await organization.addKey();
    await appliance.revoke(revoked.id);
    expect((await make(organization.admin, revoked.id)).status).toBe(409);
  });

  test("signs in from any machine, once, with the rights of its key", async () => {
    const made = await make(organization.admin);
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const link = (await made.json()) as { url: string; expiresAt: string };
    expect(link.url).toStartWith(`${url}/sign-in#`);
    expect(Math.abs(Date.parse(link.expiresAt) - Date.now() - DAY)).toBeLessThan(DAY / 24);
    const token = link.url.split("#")[1] ?? "";
    const signedIn = await redeem(token);
    expect(signedIn.status).toBe(204);
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const session = await fetch(`${url}/v1/session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ role: "member", developer: { email: "ada@example.com" } });
    expect((await fetch(`${url}/v1/admin/keys`, { headers: { cookie } })).status).toBe(403);
    const again = await redeem(token);
    expect([again.status, again.headers.get("set-cookie")]).toEqual([401, null]);
    expect(((await again.json()) as { detail: string }).detail).toContain("does not sign in any more");
  });

  test("is in the audit log, with whom it is for, and so is its sign-in", async () => {
    expect((await redeem(await tokenFrom(await make(organization.admin)))).status).toBe(204);
    const answer = await appliance.get("/v1/admin/audit", organization.admin);
    const { entries } = (await answer.json()) as { entries: object[] };
    expect(entries.slice(0, 2)).toMatchObject([
      { action: "signed_in", actor: { kind: "key" }, from: "203.0.113.7", details: { way: "link" } },
      { action: "link_made", target: { kind: "key" }, from: "127.0.0.1" },
    ]);
  });

  test("signs in once also when two browsers open it at the same time", async () => {
    const token = await tokenFrom(await make(organization.admin));
    const opened = await Promise.all(Array.from({ length: 8 }, () => redeem(token)));
    expect(opened.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(7).fill(401)]);
  });

  test("ends with its key", async () => {
    const { id } = await organization.addKey();
    const token = await tokenFrom(await make(organization.admin, id));
    await appliance.revoke(id);
    expect((await redeem(token)).status).toBe(401);
  });

  test("counts with wrong keys when it is guessed", async () => {
    let status = 401;
    while (status === 401) status = (await redeem("x".repeat(43))).status;
    expect(status).toBe(429);
    const token = await tokenFrom(await make(organization.admin));
    expect((await redeem(token)).status).toBe(204);
  });
});

describe("a link for an account", () => {
  const asAdmin = { authorization: `Bearer ${organization.admin}`, "content-type": "application/json" };
  const invite = async (email: string): Promise<string> => {
    const made = await fetch(`${url}/v1/admin/accounts`, {
      method: "POST",
      headers: asAdmin,
      body: JSON.stringify({ email, role: "member" }),
    });
    return ((await made.json()) as { id: string }).id;
  };
  const makeFor = (id: string, key = organization.admin) =>
    fetch(`${url}/v1/admin/accounts/${id}/sign-in-links`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });

  test("is made by admins of its organization only", async () => {
    const id = await invite("eve@example.com");
    const statuses = [organization.key, foreign.admin].map(async (key) => (await makeFor(id, key)).status);
    expect(await Promise.all(statuses)).toEqual([403, 404]);
  });

  test("signs the person in, and ends with the account", async () => {
    const id = await invite("grace@example.com");
    const [first, second] = [await tokenFrom(await makeFor(id)), await tokenFrom(await makeFor(id))];
    const signedIn = await redeem(first);
    expect(signedIn.status).toBe(204);
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const session = () => fetch(`${url}/v1/session`, { headers: { cookie } });
    expect(await (await session()).json()).toMatchObject({ account: { id, email: "grace@example.com" } });
    await fetch(`${url}/v1/admin/accounts/${id}`, { method: "DELETE", headers: asAdmin });
    expect([(await session()).status, (await redeem(second)).status, (await makeFor(id)).status]).toEqual([
      401, 401, 404,
    ]);
  });

  test("signs in nobody when its time is over", async () => {
    const token = await tokenFrom(await makeFor(await invite("hedy@example.com")));
    const database = openDatabaseOf(localStores(appliance.directory), "write");
    await wholeSchema(database)
      .updateTable("sign_in_links")
      .set({ expires_at: Date.now() - 1 })
      .where("hash", "=", hashToken(token))
      .execute();
    await database.destroy();
    const late = await redeem(token);
    expect([late.status, late.headers.get("set-cookie")]).toEqual([401, null]);
  });

  test("is in the audit log with the account and no word of the link", async () => {
    const token = await tokenFrom(await makeFor(await invite("ida@example.com")));
    const { entries } = (await (await appliance.get("/v1/admin/audit", organization.admin)).json()) as {
      entries: object[];
    };
    expect(entries[0]).toMatchObject({
      action: "link_made",
      target: { kind: "account", name: "ida@example.com" },
    });
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});
