/** Who is signed in to a whole appliance, as lists show it, and signing out from a list. */
import { afterAll, describe, expect, test } from "bun:test";
import { startTestAppliance } from "./running.ts";
import { addSignedIn } from "./signed-in-account.ts";

const appliance = await startTestAppliance({ settings: { trustedProxies: ["127.0.0.1"] } });
afterAll(() => appliance.stop());
const organization = await appliance.addOrganization();
const foreign = await appliance.addOrganization();
const { url } = appliance;

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0 with-a-secret";

interface Listed {
  id: string;
  whose: { kind: string; id: string; name: string };
  way: string;
  client: string;
  address: string;
  createdAt: string;
  current: boolean;
}

type Headers = Record<string, string>;
const withKey = (key: string): Headers => ({ authorization: `Bearer ${key}` });

/** Returns what the browser sends from then on. */
async function signIn(key: string): Promise<Headers> {
  const signedIn = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": FIREFOX, "x-forwarded-for": "203.0.113.7" },
    body: JSON.stringify({ key }),
  });
  return { cookie: (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "", origin: url };
}

async function list(headers: Headers, query = ""): Promise<Listed[]> {
  const answer = await fetch(`${url}/v1/sign-ins?${query}`, { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { signIns: Listed[] }).signIns;
}

const end = (headers: Headers, id?: string) =>
  fetch(`${url}/v1/sign-ins${id === undefined ? "" : `/${id}`}`, { method: "DELETE", headers });
const status = async (headers: Headers) => (await fetch(`${url}/v1/session`, { headers })).status;

async function currentOf(headers: Headers): Promise<Listed> {
  const current = (await list(headers, "own=true")).find((signIn) => signIn.current);
  if (current === undefined) throw new Error("the list does not know who asks");
  return current;
}

describe("the list of sign-ins", () => {
  test("shows a member the own key's, and never the header of a browser", async () => {
    const ada = await organization.addKey({ name: "ada's laptop", developer: "ada@example.com" });
    const eve = await organization.addKey({ developer: "eve@example.com" });
    const [mine, other] = [await signIn(ada.key), await signIn(ada.key)];
    await signIn(eve.key);
    const listed = await list(mine);
    expect(listed.map(({ current }) => current)).toEqual([false, true]);
    expect(listed[1]).toMatchObject({
      whose: { kind: "key", id: ada.id, name: "ada's laptop" },
      way: "key",
      client: "Firefox on Linux",
      address: "203.0.113.7",
    });
    expect(JSON.stringify(listed)).not.toContain("with-a-secret");
    const [known] = (await list(other)).filter(({ current }) => current);
    expect(known?.id).toBe(listed[0]?.id ?? "");
    expect((await list(withKey(ada.key))).filter(({ current }) => current)).toEqual([]);
  });

  test("shows a person with an account the own account's", async () => {
    const person = await addSignedIn(appliance, organization, { email: "lin@example.com", role: "member" });
    const listed = (await (await person.ask("/v1/sign-ins")).json()) as { signIns: Listed[] };
    expect(listed.signIns).toMatchObject([
      {
        whose: { kind: "account", id: person.account.id, name: "lin@example.com" },
        way: "link",
        current: true,
      },
    ]);
  });

  test("shows an admin everybody's of the organization, page by page, or the own", async () => {
    const theirs = await signIn(foreign.key);
    const mine = await signIn(organization.admin);
    const everybody = await list(mine, "limit=500");
    expect(new Set(everybody.map(({ whose }) => whose.kind))).toEqual(new Set(["key", "account"]));
    expect(everybody.map(({ createdAt }) => createdAt)).toEqual(
      everybody
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    const { id } = await currentOf(theirs);
    expect(everybody.map((signIn) => signIn.id)).not.toContain(id);
    expect(await list(mine, "own=true")).toHaveLength(1);
    const first = (await (await fetch(`${url}/v1/sign-ins?limit=2`, { headers: mine })).json()) as {
      signIns: Listed[];
      total: number;
      nextCursor: string;
    };
    expect(first.total).toBe(everybody.length);
    const second = await list(mine, `limit=2&cursor=${first.nextCursor}`);
    expect([...first.signIns, ...second].map((signIn) => signIn.id)).toEqual(
      everybody.slice(0, 4).map((signIn) => signIn.id),
    );
  });
});

describe("ending a sign-in", () => {
  test("is 404 for one of somebody else, of another organization, and for none", async () => {
    const [eve, ada] = [await organization.addKey(), await organization.addKey()];
    const [mine, theirs] = [await signIn(eve.key), await signIn(ada.key)];
    const { id } = await currentOf(theirs);
    for (const headers of [mine, withKey(eve.key), withKey(foreign.admin)])
      expect([(await end(headers, id)).status, await status(theirs)]).toEqual([404, 200]);
    expect((await end(mine, "unknown")).status).toBe(404);
    const { origin: _, ...withoutOrigin } = mine;
    expect((await end(withoutOrigin, (await currentOf(mine)).id)).status).toBe(403);
  });

  test("signs the browser out at once, with its event streams", async () => {
    const { key } = await organization.addKey();
    const [mine, other] = [await signIn(key), await signIn(key)];
    const stream = await fetch(`${url}/v1/advisor/stream`, { headers: other });
    const reader = stream.body?.getReader();
    const { id } = await currentOf(other);
    const ended = await end(mine, id);
    expect([ended.status, await ended.json()]).toEqual([200, { id }]);
    expect([await status(other), await status(mine)]).toEqual([401, 200]);
    while ((await reader?.read())?.done === false);
  });

  test("is for an admin ending anybody's of the organization, and is in the audit log", async () => {
    const { id: keyId, key } = await organization.addKey({ name: "on a lost laptop" });
    const lost = await signIn(key);
    const { id } = await currentOf(lost);
    expect((await end(withKey(organization.admin), id)).status).toBe(200);
    expect(await status(lost)).toBe(401);
    const log = await appliance.get("/v1/admin/audit?action=sign_ins_ended", organization.admin);
    const { entries } = (await log.json()) as { entries: object[] };
    expect(entries[0]).toMatchObject({ target: { kind: "key", name: "on a lost laptop" }, result: "done" });
    expect(keyId).not.toBe(id);
  });
});

describe("ending all of one's sign-ins", () => {
  test("leaves the one that asks, and those of others", async () => {
    const [{ key }, ada] = [await organization.addKey(), await organization.addKey()];
    const [mine, second, third] = [await signIn(key), await signIn(key), await signIn(key)];
    const theirs = await signIn(ada.key);
    const ended = await end(mine);
    expect(await ended.json()).toEqual({ ended: 2 });
    expect(await Promise.all([mine, second, third, theirs].map(status))).toEqual([200, 401, 401, 200]);
  });

  test("with the key itself ends them all", async () => {
    const { key } = await organization.addKey();
    const mine = await signIn(key);
    expect(await (await end(withKey(key))).json()).toEqual({ ended: 1 });
    expect(await status(mine)).toBe(401);
  });
});
