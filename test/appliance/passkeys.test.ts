/** Registering passkeys and signing in with them, on a whole appliance: refusals first. */
import { afterAll, describe, expect, test } from "bun:test";
import { inTransaction } from "../../src/database/transaction.ts";
import { endAccount } from "../../src/identity/accounts/account.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { startAppliance } from "../../src/appliance/start.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { eventually } from "../eventually.ts";
import { wholeSchema } from "../whole-schema.ts";
import { makeDevice } from "../identity/passkeys/device.ts";
import { startTestAppliance, WORKERS } from "./running.ts";
import { signInPerson, type SignedInPerson } from "./signed-in-person.ts";

const appliance = await startTestAppliance();
const organization = await appliance.addOrganization();
const another = await appliance.addOrganization();
afterAll(() => appliance.stop());

/** Passkeys need a name. */
const origin = `http://localhost:${appliance.port}`;

interface Sent {
  cookie?: string;
  key?: string;
  from?: string | null;
}

function send([method, path]: [string, string], { cookie, key, from = origin }: Sent, body?: object) {
  const headers = new Headers(from === null ? {} : { origin: from });
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  return fetch(`${origin}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
}

async function detailOf(response: Response): Promise<string> {
  return ((await response.json()) as { detail: string }).detail;
}

async function challengeFor(path: string, sent: Sent): Promise<string> {
  const response = await send(["POST", `${path}/options`], sent);
  expect(response.status).toBe(200);
  return ((await response.json()) as { challenge: string }).challenge;
}

type Device = ReturnType<typeof makeDevice>;

async function register(
  { cookie, accountId }: SignedInPerson,
  device: Device = makeDevice(),
  name = "Phone",
) {
  const challenge = await challengeFor("/v1/passkeys", { cookie });
  const userId = Buffer.from(accountId).toString("base64url");
  const body = { name, credential: device.make({ origin, challenge }, { userId }) };
  const response = await send(["POST", "/v1/passkeys"], { cookie }, body);
  return { device, body, response };
}

/** Somebody with a passkey. */
async function somebody(): Promise<SignedInPerson & { device: Device; id: string }> {
  const person = await signInPerson(appliance, organization.id);
  const { device, response } = await register(person);
  expect(response.status).toBe(201);
  return { ...person, device, id: ((await response.json()) as { id: string }).id };
}

async function signIn(device: Device, odd: Parameters<Device["signIn"]>[1] = {}): Promise<Response> {
  const challenge = await challengeFor("/v1/session/passkey", {});
  return send(["POST", "/v1/session/passkey"], {}, device.signIn({ origin, challenge }, odd));
}

const passkeysOf = async ({ cookie }: SignedInPerson) =>
  ((await (await send(["GET", "/v1/passkeys"], { cookie })).json()) as { passkeys: { id: string }[] })
    .passkeys;

describe("a passkey is registered", () => {
  test("by nobody without signing in", async () => {
    for (const path of ["/v1/passkeys/options", "/v1/passkeys"])
      expect((await send(["POST", path], {}, {})).status).toBe(401);
  });

  test("by nobody with a key, which belongs to no person", async () => {
    for (const key of [organization.key, organization.admin]) {
      const refused = await send(["POST", "/v1/passkeys/options"], { key });
      expect([refused.status, await detailOf(refused)]).toEqual([
        403,
        "A key is no person: sign in with your account.",
      ]);
      expect((await send(["GET", "/v1/passkeys"], { key })).status).toBe(403);
    }
  });

  test("from no page of another host", async () => {
    const { cookie } = await signInPerson(appliance, organization.id);
    for (const from of ["http://evil.example", "null", null])
      expect((await send(["POST", "/v1/passkeys/options"], { cookie, from })).status).toBe(403);
  });

  test("at no address, which browsers know no passkeys for", async () => {
    const { cookie } = await signInPerson(appliance, organization.id);
    const refused = await fetch(`${appliance.url}/v1/passkeys/options`, {
      method: "POST",
      headers: { cookie, origin: appliance.url },
    });
    expect([refused.status, await detailOf(refused)]).toEqual([
      409,
      "Browsers know passkeys by a host name, not by an address: open localhost on the machine of the server, " +
        "or set public_url to an https address with a host name.",
    ]);
  });

  test("once with a challenge", async () => {
    const person = await signInPerson(appliance, organization.id);
    const { body, response } = await register(person);
    expect(response.status).toBe(201);
    const again = await send(["POST", "/v1/passkeys"], { cookie: person.cookie }, body);
    expect([again.status, await detailOf(again)]).toEqual([
      400,
      "This took longer than five minutes, or was sent twice. Start again.",
    ]);
    expect(await passkeysOf(person)).toHaveLength(1);
  });

  test("for nobody else than the person whose challenge it is, and with none for signing in", async () => {
    const [ada, bob] = [
      await signInPerson(appliance, organization.id),
      await signInPerson(appliance, another.id),
    ];
    const device = makeDevice();
    for (const [path, sent] of [
      ["/v1/passkeys", { cookie: ada.cookie }],
      ["/v1/session/passkey", {}],
    ] as const) {
      const challenge = await challengeFor(path, sent);
      const body = { name: "Phone", credential: device.make({ origin, challenge }) };
      expect((await send(["POST", "/v1/passkeys"], { cookie: bob.cookie }, body)).status).toBe(400);
    }
    expect(await passkeysOf(bob)).toEqual([]);
  });

  test("of no other page, and of no device that does not ask who holds it", async () => {
    const { cookie } = await signInPerson(appliance, organization.id);
    const device = makeDevice();
    for (const make of [
      (challenge: string) => device.make({ origin: "https://evil.example", challenge }),
      (challenge: string) => device.make({ origin, challenge }, { isVerified: false }),
    ]) {
      const challenge = await challengeFor("/v1/passkeys", { cookie });
      const body = { name: "Phone", credential: make(challenge) };
      const refused = await send(["POST", "/v1/passkeys"], { cookie }, body);
      expect([refused.status, await detailOf(refused)]).toEqual([
        400,
        "What the device made is not a passkey for this server. Try again.",
      ]);
    }
  });

  test("by one account only", async () => {
    const { device } = await somebody();
    const { response } = await register(await signInPerson(appliance, another.id), device);
    expect([response.status, await detailOf(response)]).toEqual([409, "This passkey is known already."]);
  });

  test("twenty times by one account", async () => {
    const person = await signInPerson(appliance, organization.id);
    for (let times = 0; times < 20; times += 1) expect((await register(person)).response.status).toBe(201);
    const { response } = await register(person);
    expect([response.status, await detailOf(response)]).toEqual([
      409,
      "An account has 20 passkeys at most: remove one that you no longer use.",
    ]);
  });
});

describe("a person's passkeys", () => {
  test("are listed to that person only, without what devices made", async () => {
    const person = await somebody();
    expect(await passkeysOf(person)).toEqual([
      { id: person.id, name: "Phone", createdAt: expect.any(String), lastUsedAt: null },
    ] as never);
    expect(await passkeysOf(await somebody())).not.toContainEqual(expect.objectContaining({ id: person.id }));
  });

  test("are renamed and removed by that person only", async () => {
    const person = await somebody();
    const path = `/v1/passkeys/${person.id}`;
    const others = [await somebody(), await signInPerson(appliance, another.id)];
    for (const { cookie } of others) {
      expect((await send(["PATCH", path], { cookie }, { name: "Mine" })).status).toBe(404);
      expect((await send(["DELETE", path], { cookie })).status).toBe(404);
    }
    const renamed = await send(["PATCH", path], person, { name: "Old phone" });
    expect([renamed.status, await renamed.json()]).toEqual([
      200,
      expect.objectContaining({ id: person.id, name: "Old phone" }),
    ]);
    expect((await send(["DELETE", path], person)).status).toBe(200);
    expect((await send(["DELETE", path], person)).status).toBe(404);
    expect(await passkeysOf(person)).toEqual([]);
  });

  test("have names of one line", async () => {
    const person = await somebody();
    for (const name of ["", " ", "a\nb", "x".repeat(201)])
      expect((await send(["PATCH", `/v1/passkeys/${person.id}`], person, { name })).status).toBe(400);
  });
});

describe("signing in with a passkey", () => {
  const REFUSED = "This server does not accept this passkey. It may have been removed; sign in another way.";

  async function expectRefused(response: Response): Promise<void> {
    expect([response.status, response.headers.get("set-cookie")]).toEqual([401, null]);
    expect(await detailOf(response)).toBe(REFUSED);
  }

  test("is refused for one that nobody registered", async () => {
    await expectRefused(await signIn(makeDevice(), { userHandle: "eA" }));
  });

  test("is refused from a page of another host", async () => {
    for (const path of ["/v1/session/passkey/options", "/v1/session/passkey"]) {
      const body = makeDevice().signIn({ origin, challenge: "x" });
      expect((await send(["POST", path], { from: "http://evil.example" }, body)).status).toBe(403);
    }
  });

  test("is refused when another page was shown, or another person's passkey is named", async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const challenge = await challengeFor("/v1/session/passkey", {});
    const elsewhere = ada.device.signIn({ origin: "https://evil.example", challenge });
    await expectRefused(await send(["POST", "/v1/session/passkey"], {}, elsewhere));
    const userHandle = Buffer.from(bob.accountId).toString("base64url");
    await expectRefused(await signIn(ada.device, { userHandle }));
    await expectRefused(await signIn(ada.device, { isVerified: false }));
  });

  test("is refused a second time with one challenge, and with a challenge that is none", async () => {
    const { device, cookie } = await somebody();
    const challenge = await challengeFor("/v1/session/passkey", {});
    const signed = device.signIn({ origin, challenge });
    expect((await send(["POST", "/v1/session/passkey"], {}, signed)).status).toBe(204);
    const other = await challengeFor("/v1/passkeys", { cookie });
    for (const again of [
      signed,
      device.signIn({ origin, challenge }),
      device.signIn({ origin, challenge: other }),
    ]) {
      const refused = await send(["POST", "/v1/session/passkey"], {}, again);
      expect([refused.status, await detailOf(refused)]).toEqual([
        401,
        "This took longer than five minutes, or was sent twice. Start again.",
      ]);
    }
  });

  test("is refused when the counter of the device did not grow, as that of a copy would not", async () => {
    const { device } = await somebody();
    expect((await signIn(device, { counter: 7 })).status).toBe(204);
    for (const counter of [7, 6, 0]) await expectRefused(await signIn(device, { counter }));
    expect((await signIn(device, { counter: 8 })).status).toBe(204);
  });

  test("is refused once the passkey is removed", async () => {
    const { device, id, cookie } = await somebody();
    expect((await signIn(device)).status).toBe(204);
    expect((await send(["DELETE", `/v1/passkeys/${id}`], { cookie })).status).toBe(200);
    await expectRefused(await signIn(device));
  });

  test("is refused once the account has ended, which removes its passkeys and signs its browsers out", async () => {
    const person = await somebody();
    const database = openDatabaseOf(localStores(appliance.directory), "write");
    await inTransaction(database, "full", (transaction) =>
      endAccount(transaction, { organizationId: organization.id, id: person.accountId }, systemClock()),
    );
    await database.destroy();
    await expectRefused(await signIn(person.device));
    while ((await send(["GET", "/v1/passkeys"], person)).status !== 401);
  });

  test("is refused once the person is purged, who leaves no passkey behind", async () => {
    const { device, accountId } = await somebody();
    const rows = async () =>
      wholeSchema(appliance.database)
        .selectFrom("passkeys")
        .select("developer")
        .where("account", "=", accountId)
        .execute();
    const [kept] = await rows();
    const key = organization.admin;
    const purged = await send(
      ["POST", `/v1/admin/developers/${kept?.developer}/purge`],
      { key },
      { dry_run: false },
    );
    expect(purged.status).toBeLessThan(300);
    await eventually(async () => (await rows()).length === 0);
    await expectRefused(await signIn(device));
  });

  test("signs the person in whose passkey it is, in their own organization", async () => {
    const { device, accountId } = await somebody();
    const signedIn = await signIn(device);
    expect(signedIn.status).toBe(204);
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const session = await (await send(["GET", "/v1/session"], { cookie })).json();
    expect(session).toMatchObject({ organization: { id: organization.id }, role: "member" });
    const [passkey] = await passkeysOf({ cookie, accountId });
    expect(passkey).toMatchObject({ lastUsedAt: expect.any(String) });
  });
});

describe("a challenge", () => {
  test("that is older than five minutes is refused", async () => {
    let ahead = 0;
    const slow = await startAppliance(
      SETTINGS.parse({
        listen: "127.0.0.1:0",
        dataDir: `${appliance.directory}-slow`,
        diskFloorBytes: 0,
        diskFloorShare: 0,
      }),
      {
        clock: () => systemClock() + ahead,
        log: silentLog,
        startWorker: (name) => new Worker(WORKERS[name]),
      },
    );
    const address = slow.url.replace("127.0.0.1", "localhost");
    const post = (path: string, body: object) =>
      fetch(`${address}/v1/session/passkey${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: address },
        body: JSON.stringify(body),
      });
    const signedLater = async (passed: number) => {
      const { challenge } = (await (await post("/options", {})).json()) as { challenge: string };
      ahead += passed;
      return detailOf(await post("", makeDevice().signIn({ origin: address, challenge })));
    };
    expect(await signedLater(5 * MINUTE - 10 * SECOND)).toContain("does not accept this passkey");
    expect(await signedLater(5 * MINUTE)).toContain("This took longer than five minutes");
    await slow.stop();
  });
});

describe("what anybody may ask", () => {
  test("of the ways to sign in names passkeys where browsers know them, once there are accounts", async () => {
    const waysAt = async (address: string) =>
      ((await (await fetch(`${address}/v1/session/ways`)).json()) as { passkey: boolean }).passkey;
    expect(await waysAt(appliance.url)).toBe(false);
    expect(await waysAt(origin)).toBe(true);
    const unused = await startTestAppliance();
    expect(await waysAt(`http://localhost:${unused.port}`)).toBe(false);
    await unused.stop();
  });

  test("for signing in says nothing of who has a passkey", async () => {
    const response = await send(["POST", "/v1/session/passkey/options"], {});
    expect(Object.keys((await response.json()) as object).toSorted()).toEqual([
      "challenge",
      "rpId",
      "timeout",
      "userVerification",
    ]);
  });

  test("has passkeys that are not accepted counted as wrong keys are, and keeps no right one out", async () => {
    const person = await somebody();
    const device = makeDevice();
    let refused = await signIn(device, { userHandle: "eA" });
    while (refused.status === 401) refused = await signIn(device, { userHandle: "eA" });
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ retryAfterSeconds: expect.any(Number) }),
    ]);
    expect((await signIn(person.device)).status).toBe(204);
  });

  test("for signing in is answered however often somebody of the same address asks", async () => {
    const asked = Array.from({ length: 400 }, () => send(["POST", "/v1/session/passkey/options"], {}));
    expect((await Promise.all(asked)).filter(({ status }) => status !== 200)).toEqual([]);
  });
});
