/** How long people stay signed in to a whole appliance, and whether a key signs in at all. */
import { afterAll, describe, expect, test } from "bun:test";
import { hashToken } from "../../src/identity/sign-ins/sign-in.ts";
import { selectSignIn } from "../../src/identity/sign-ins/table.ts";
import { HOUR, MINUTE } from "../../src/vocabulary/units.ts";
import { eventually, startTestAppliance } from "./running.ts";

let ahead = 0;
const appliance = await startTestAppliance({
  settings: { signInHours: 3, signInIdleHours: 1 },
  doorClockAheadMs: () => ahead,
});
const organization = await appliance.addOrganization();
afterAll(() => appliance.stop());

const { url } = appliance;
const post = (body: unknown) =>
  fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify(body),
  });

async function signIn(): Promise<{ cookie: string; lasts: string }> {
  const header = (await post({ key: organization.key })).headers.get("set-cookie") ?? "";
  return { cookie: header.split(";")[0] ?? "", lasts: /Max-Age=(\d+)/.exec(header)?.[1] ?? "" };
}

const UNATTENDED = { "x-scoring-unattended": "true" };
const status = async (cookie: string, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(`${url}/v1/session`, { headers: { cookie, ...headers } })).status;

describe("a sign-in with limits of three hours, and of one hour without use", () => {
  test("ends after an hour in which nobody used it", async () => {
    ahead = 0;
    const { cookie } = await signIn();
    ahead = HOUR - MINUTE;
    expect(await status(cookie, UNATTENDED)).toBe(200);
    ahead = HOUR + MINUTE;
    expect(await status(cookie)).toBe(401);
  });

  test("holds as long as it is used, and ends after three hours all the same", async () => {
    ahead = 0;
    const { cookie, lasts } = await signIn();
    expect(lasts).toBe("10800");
    for (ahead = 0; ahead < 3 * HOUR - MINUTE; ahead += 50 * MINUTE) expect(await status(cookie)).toBe(200);
    ahead = 3 * HOUR - MINUTE;
    expect(await status(cookie)).toBe(200);
    ahead = 3 * HOUR + MINUTE;
    expect(await status(cookie)).toBe(401);
  });

  test("is written down as used, now and then", async () => {
    ahead = 30 * MINUTE;
    const { cookie } = await signIn();
    const hash = hashToken(cookie.split("=")[1] ?? "");
    const noted = async () => (await selectSignIn(appliance.database, hash))?.lastUsedAt ?? 0;
    const before = await noted();
    expect(await status(cookie)).toBe(200);
    await eventually(async () => (await noted()) >= before + 29 * MINUTE);
  });

  test("ends with its event streams, which are no use of it", async () => {
    ahead = 0;
    const { cookie } = await signIn();
    const stream = await fetch(`${url}/v1/advisor/stream`, { headers: { cookie } });
    expect(stream.status).toBe(200);
    const reader = stream.body?.getReader();
    ahead = HOUR + MINUTE;
    while ((await reader?.read())?.done === false);
    expect(await status(cookie)).toBe(401);
  });
});

describe("a server on which keys sign in nobody", () => {
  test("refuses a right key and a wrong one alike, says so to its page, and takes links", async () => {
    ahead = 0;
    const { cookie } = await signIn();
    await appliance.reload({ signInWithKey: false, signInHours: 1 });
    const ways = await fetch(`${url}/v1/session/ways`);
    expect(await ways.json()).toMatchObject({ key: false, link: true, hours: 1 });
    for (const key of [organization.admin, "scoring_wrong"]) {
      const refused = await post({ key });
      expect([refused.status, refused.headers.get("set-cookie")]).toEqual([403, null]);
      expect(((await refused.json()) as { detail: string }).detail).toContain("one-time link");
    }
    expect(await status(cookie)).toBe(200);
    expect((await appliance.get("/v1/session", organization.admin)).status).toBe(200);
  });
});
