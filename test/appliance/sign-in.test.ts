/** Signing in to a whole appliance: wrong keys first, then the cookie in place of a key. */
import { afterAll, describe, expect, test } from "bun:test";
import { startAppliance } from "../../src/appliance/start.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { heldClockAheadMs, withHeldClock } from "./held-clock.ts";
import { startTestAppliance, WORKERS } from "./running.ts";

const appliance = await startTestAppliance({ doorClockAheadMs: heldClockAheadMs });
const organization = await appliance.addOrganization();
afterAll(() => appliance.stop());

const { url } = appliance;
const SESSION = `${url}/v1/session`;

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(SESSION, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, ...headers },
    body: JSON.stringify(body),
  });

/** Returns the cookie as a browser sends it back. */
async function signIn(key: string): Promise<string> {
  const response = await post({ key });
  expect(response.status).toBe(204);
  return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

const as = (cookie: string, path: string, init: RequestInit = {}) =>
  fetch(`${url}${path}`, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });

describe("signing in", () => {
  test.each([
    ["a typo", { key: "scoring_0123456789" }, 401, "a character is wrong or missing"],
    ["a token that was never given out", { token: "x".repeat(43) }, 401, "does not sign in any more"],
    ["neither key nor token", {}, 400, "not valid"],
    ["both", { key: "a", token: "b" }, 400, "not valid"],
  ])("with %s is refused, and sets no cookie", async (...[, body, status, words]) => {
    const response = await post(body);
    expect([response.status, response.headers.get("set-cookie")]).toEqual([status, null]);
    expect(((await response.json()) as { detail: string }).detail).toContain(words);
  });

  test("from a page of another host is refused, with the right key too", async () => {
    const response = await post({ key: organization.admin }, { origin: "http://evil.example" });
    expect([response.status, response.headers.get("set-cookie")]).toEqual([403, null]);
  });

  test("gives a new token to a browser that brought one", async () => {
    const name = `scoring-session-${new URL(url).port}`;
    const planted = `${name}=${"planted".padEnd(43, "-")}`;
    const earlier = await signIn(organization.key);
    for (const brought of [planted, earlier]) {
      const response = await post({ key: organization.admin }, { cookie: brought });
      const given = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
      expect(given).toMatch(new RegExp(`^${name}=[\\w-]{43}$`));
      expect(given).not.toBe(brought);
    }
    expect((await as(planted, "/v1/session")).status).toBe(401);
    expect(await (await as(earlier, "/v1/session")).json()).toMatchObject({ role: "member" });
  });

  test("says who is signed in", async () => {
    const bound = await organization.addKey({ developer: "ada@example.com" });
    const cookie = await signIn(bound.key);
    const session = await (await as(cookie, "/v1/session")).json();
    expect(session).toMatchObject({
      organization: { id: organization.id },
      role: "member",
      developer: { email: "ada@example.com", source: "bound" },
      endpoint: null,
    });
    expect(JSON.stringify(session)).not.toContain(bound.key);
  });
});

describe("a signed-in browser", () => {
  test("sends no telemetry and no prompts: agents have keys", async () => {
    const cookie = await signIn(organization.admin);
    const headers = { "content-type": "application/json", origin: url };
    for (const path of ["/v1/logs", "/v1/traces", "/v1/prompts", "/v1/plugin/config"]) {
      const response = await as(cookie, path, { method: "POST", headers, body: "{}" });
      expect(response.status).toBe(401);
    }
  });

  test("changes nothing on behalf of another host's page, or of one that hides", async () => {
    const cookie = await signIn(organization.admin);
    const origins: Record<string, string>[] = [{}, { origin: "http://evil.example" }, { origin: "null" }];
    for (const origin of origins) {
      const headers = { "content-type": "application/json", ...origin };
      const response = await as(cookie, "/scoring/baselines", { method: "PUT", headers, body: "{}" });
      expect(response.status).toBe(403);
      expect((await as(cookie, "/v1/session", { method: "DELETE", headers: origin })).status).toBe(403);
    }
    expect((await as(cookie, "/v1/session")).status).toBe(200);
  });

  test("reads and changes what its key may", async () => {
    const cookie = await signIn(organization.admin);
    expect((await as(cookie, "/scoring/scores")).status).toBe(200);
    const headers = { "content-type": "application/json", origin: url };
    const changed = await as(cookie, "/scoring/baselines", {
      method: "PUT",
      headers,
      body: '{"usualLines": 80}',
    });
    expect(changed.status).toBe(200);
    const member = await signIn(organization.key);
    expect((await as(member, "/v1/admin/status")).status).toBe(403);
  });

  test("is signed out when its key is revoked", async () => {
    const { id, key } = await organization.addKey();
    const cookie = await signIn(key);
    expect((await as(cookie, "/scoring/scores")).status).toBe(200);
    await appliance.revoke(id);
    while ((await as(cookie, "/scoring/scores")).status === 200);
    const refused = await as(cookie, "/scoring/scores");
    expect(((await refused.json()) as { detail: string }).detail).toBe("You are signed out. Sign in again.");
  });

  test("that signs out ends what its cookie was good for, wherever it was copied to", async () => {
    const cookie = await signIn(organization.admin);
    const left = await as(cookie, "/v1/session", { method: "DELETE", headers: { origin: url } });
    expect([left.status, left.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringContaining("Max-Age=0"),
    ]);
    const again = await as(cookie, "/v1/session");
    expect(((await again.json()) as { detail: string }).detail).toBe("You are signed out. Sign in again.");
  });
});

describe("another start of the server", () => {
  test("signs nobody out, and its link signs in once", async () => {
    const first = await startTestAppliance({ directory: `${appliance.directory}-again` });
    const cookieOf = async (at: string, body: object) =>
      fetch(`${at}/v1/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const signedIn = await cookieOf(first.url, { key: first.firstKeys?.admin });
    const token = /=([^;]+)/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1] ?? "";
    await first.stop();
    const second = await startAppliance(
      SETTINGS.parse({
        listen: "127.0.0.1:0",
        dataDir: first.directory,
        diskFloorBytes: 0,
        diskFloorShare: 0,
      }),
      {
        clock: systemClock,
        log: silentLog,
        startWorker: (name) => new Worker(WORKERS[name]),
      },
    );
    const cookie = `scoring-session-${new URL(second.url).port}=${token}`;
    const session = await fetch(`${second.url}/v1/session`, { headers: { cookie } });
    expect(session.status).toBe(200);
    const link = await second.signInLink(null);
    const linkToken = link?.split("#")[1];
    expect((await cookieOf(second.url, { token: linkToken })).status).toBe(204);
    expect((await cookieOf(second.url, { token: linkToken })).status).toBe(401);
    await second.stop();
  });
});

describe("too many wrong keys", () => {
  test("make whoever tries them wait, and nobody else who comes from that address", async () => {
    const wrong = { key: "scoring_wrong" };
    let response = await post(wrong);
    while (response.status === 401) response = await post(wrong);
    expect(response.status).toBe(429);
    const problem = (await response.json()) as { retryAfterSeconds: number };
    expect(problem.retryAfterSeconds).toBeGreaterThan(0);
    expect(response.headers.has("retry-after")).toBe(false);
    expect((await post({ key: organization.admin })).status).toBe(204);
  });

  test("of every kind from an address never keep a right one out that comes from there", async () => {
    await withHeldClock(async () => {
      let status = 401;
      for (let times = 0; status === 401; times += 1)
        status = (await post({ key: `${times}`.padStart(12, "x") })).status;
      expect(status).toBe(429);
      for (const key of [organization.admin, organization.key])
        expect((await post({ key })).status).toBe(204);
      expect((await post({ key: "another wrong one" })).status).toBe(429);
    });
  });
});

describe("behind a proxy that the owner named", () => {
  test("those who try keys are counted by its header", async () => {
    const proxied = await startTestAppliance({
      settings: { trustedProxies: ["127.0.0.1"] },
      directory: `${appliance.directory}-proxied`,
    });
    try {
      const at = async (forwarded: string, body: object): Promise<number> => {
        const headers = { "content-type": "application/json", "x-forwarded-for": forwarded };
        const answered = await fetch(`${proxied.url}/v1/session`, {
          method: "POST",
          headers,
          body: JSON.stringify(body),
        });
        return answered.status;
      };
      const wrong = { key: "scoring_wrong" };
      while ((await at("203.0.113.7", wrong)) !== 429);
      // what is before the proxy's own word is the client's
      expect(await at("198.51.100.1, 203.0.113.7", wrong)).toBe(429);
      expect(await at("198.51.100.1", wrong)).toBe(401);
    } finally {
      await proxied.stop();
    }
  });
});
