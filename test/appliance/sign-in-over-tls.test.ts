/** Signing in to a server that speaks TLS itself: what somebody on the way can plant or ask gets nobody in. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { startTestAppliance } from "./running.ts";

const CERTIFICATES = join(import.meta.dir, "../http/tls/certificates");
const appliance = await startTestAppliance({
  settings: {
    tlsCert: join(CERTIFICATES, "first.pem"),
    tlsKey: join(CERTIFICATES, "first-key.pem"),
  },
});
afterAll(() => appliance.stop());

const { url, port, firstKeys } = appliance;
const PAGE_OVER_HTTP = url.replace("https:", "http:");

/** The certificate is nobody's that the machine knows. */
const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers, tls: { rejectUnauthorized: false } });

const signIn = (origin: string) =>
  ask(
    "/v1/session",
    { "content-type": "application/json", origin },
    { method: "POST", body: JSON.stringify({ key: firstKeys?.admin }) },
  );

function tokenOf(answer: Response): string {
  return /=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
}

const change = (cookie: string, origin: string) =>
  ask(
    "/scoring/baselines",
    { cookie, origin, "content-type": "application/json" },
    { method: "PUT", body: `{"usualLines": 80}` },
  );

describe("a page of the same name over HTTP", () => {
  test("signs nobody in, with the right key too", async () => {
    const answer = await signIn(PAGE_OVER_HTTP);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  });

  test("changes nothing in the name of who is signed in, and signs nobody out", async () => {
    const cookie = `__Host-scoring-session-${port}=${tokenOf(await signIn(url))}`;
    expect((await change(cookie, PAGE_OVER_HTTP)).status).toBe(403);
    expect((await ask("/v1/session", { cookie, origin: PAGE_OVER_HTTP }, { method: "DELETE" })).status).toBe(
      403,
    );
    expect((await change(cookie, url)).status).toBe(200);
  });
});

describe("the cookie", () => {
  test("goes over TLS only, and has the prefix that a browser takes from nobody else", async () => {
    const cookie = (await signIn(url)).headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      new RegExp(
        `^__Host-scoring-session-${port}=[\\w-]{43}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict; Secure$`,
      ),
    );
  });

  test("does not sign in without the prefix, which anybody on the way could have planted", async () => {
    const token = tokenOf(await signIn(url));
    const statusOf = async (name: string) =>
      (await ask("/v1/session", { cookie: `${name}-${port}=${token}` })).status;
    expect(await statusOf("scoring-session")).toBe(401);
    expect(await statusOf("__Host-scoring-session")).toBe(200);
  });

  test("is taken back under the same name", async () => {
    const name = `__Host-scoring-session-${port}`;
    const cookie = `${name}=${tokenOf(await signIn(url))}`;
    const left = await ask("/v1/session", { cookie, origin: url }, { method: "DELETE" });
    expect(left.headers.get("set-cookie")).toBe(
      `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect((await ask("/v1/session", { cookie })).status).toBe(401);
  });
});
