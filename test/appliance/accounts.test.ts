/** Accounts over the API: who may not invite first, then what an invited person reads and when that ends. */
import { afterAll, describe, expect, test } from "bun:test";
import type { AccountAnswer } from "../../src/identity/accounts/answer.ts";
import { promptLog } from "./requests.ts";
import { eventually, joinTestAppliance } from "./running.ts";
import { addSignedIn } from "./signed-in-account.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();

const adaKey = await ours.addKey({ developer: "ada@example.com" });
const graceKey = await ours.addKey({ developer: "grace@example.com" });
for (const [session, { key }] of [
  ["of-ada", adaKey],
  ["of-grace", graceKey],
] as const)
  await appliance.send("/v1/logs", promptLog({ session, at: "2026-11-20T10:00:00Z" }), key);
await appliance.settled();

const PATH = "/v1/admin/accounts";
const call = (
  path: string,
  { method = "GET", key = ours.admin, body }: { method?: string; key?: string | null; body?: unknown } = {},
) =>
  fetch(appliance.url + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const inviting = (body: unknown, key: string | null = ours.admin) =>
  call(PATH, { method: "POST", key, body });

async function detailOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { detail: string }).detail];
}

describe("an invitation is refused", () => {
  test("without a key, with a member's, and with what is no e-mail", async () => {
    const wish = { email: "eva@example.com", role: "member" };
    expect((await inviting(wish, null)).status).toBe(401);
    expect((await inviting(wish, adaKey.key)).status).toBe(403);
    expect((await inviting({ ...wish, email: "eva" })).status).toBe(400);
    expect((await inviting({ ...wish, role: "owner" })).status).toBe(400);
    expect(await detailOf(await inviting({ ...wish, role: "lead" }))).toEqual([400, "A lead needs labels."]);
  });

  test("for an e-mail that has an account, in capitals too", async () => {
    expect((await inviting({ email: "kim@example.com", role: "member" })).status).toBe(201);
    const again = await inviting({ email: "KIM@example.com", role: "admin" });
    expect(await detailOf(again)).toEqual([
      409,
      "There is an account with this e-mail: change that one instead.",
    ]);
    expect((await inviting({ email: "kim@example.com", role: "member" }, theirs.admin)).status).toBe(201);
  });
});

describe("a signed-in person", async () => {
  const ada = await addSignedIn(appliance, ours, { email: "ada@example.com", role: "member" });

  test("is who the account says, at once", async () => {
    const session = await (await ada.ask("/v1/session")).json();
    expect(session).toMatchObject({
      organization: { id: ours.id },
      role: "member",
      developer: { email: "ada@example.com" },
      account: { id: ada.account.id, email: "ada@example.com" },
    });
  });

  test("reads the own work and nobody else's, and sends nothing", async () => {
    const logs = await (await ada.ask("/v1/telemetry/logs?from=2026-11-01T00:00:00Z")).json();
    const { logs: found } = logs as { logs: { sessionId: string }[] };
    expect(found.map(({ sessionId }) => sessionId)).toEqual(["of-ada"]);
    expect((await ada.ask("/v1/sessions/of-grace/timeline")).status).toBe(404);
    expect((await ada.ask("/v1/logs", { method: "POST", body: "{}" })).status).toBe(401);
    expect((await ada.ask(PATH)).status).toBe(403);
  });

  test("may do more or less from the next second on", async () => {
    const change = (role: string) => call(`${PATH}/${ada.account.id}`, { method: "PATCH", body: { role } });
    expect((await change("admin")).status).toBe(200);
    await eventually(async () => (await ada.ask(PATH)).status === 200);
    expect((await change("member")).status).toBe(200);
    await eventually(async () => (await ada.ask(PATH)).status === 403);
  });

  test("is signed out when the account ends, and stays out", async () => {
    const eva = await addSignedIn(appliance, ours, { email: "eva@example.com", role: "admin" });
    expect((await eva.ask(PATH)).status).toBe(200);
    const ended = await call(`${PATH}/${eva.account.id}`, { method: "DELETE" });
    expect(((await ended.json()) as AccountAnswer).endedAt).not.toBeNull();
    const refused = await eva.ask("/v1/session");
    expect(await detailOf(refused)).toEqual([401, "You are signed out. Sign in again."]);
    const change = { method: "PATCH", body: { role: "member" } };
    expect(await detailOf(await call(`${PATH}/${eva.account.id}`, change))).toEqual([
      404,
      "Unknown account.",
    ]);
  });

  test("neither ends the own account nor gives up the own role", async () => {
    const root = await addSignedIn(appliance, ours, { email: "root@example.com", role: "admin" });
    const own = `${PATH}/${root.account.id}`;
    expect((await root.ask(own, { method: "DELETE" })).status).toBe(409);
    const headers = { "content-type": "application/json" };
    const less = await root.ask(own, { method: "PATCH", headers, body: JSON.stringify({ role: "member" }) });
    expect(less.status).toBe(409);
  });
});

describe("the accounts of another organization", () => {
  test("are not listed, changed or ended", async () => {
    const { account } = await addSignedIn(appliance, theirs, { email: "ben@example.com", role: "member" });
    const list = (await (await call(`${PATH}?limit=500`)).json()) as { accounts: AccountAnswer[] };
    expect(list.accounts.map(({ email }) => email)).not.toContain("ben@example.com");
    const change = { method: "PATCH", body: { role: "admin" } };
    expect((await call(`${PATH}/${account.id}`, change)).status).toBe(404);
    expect((await call(`${PATH}/${account.id}`, { method: "DELETE" })).status).toBe(404);
  });
});

test("the list is searched, sorted and paged", async () => {
  for (const email of ["zoe@lists.example", "amy@lists.example"]) await inviting({ email, role: "member" });
  const page = async (query: string) =>
    (await (await call(`${PATH}?q=lists.example&sort=email&limit=1${query}`)).json()) as {
      accounts: AccountAnswer[];
      total: number;
      nextCursor: string | null;
    };
  const first = await page("");
  expect([first.accounts[0]?.email, first.total]).toEqual(["amy@lists.example", 2]);
  const second = await page(`&cursor=${first.nextCursor}`);
  expect([second.accounts[0]?.email, second.nextCursor]).toEqual(["zoe@lists.example", null]);
});
