import { afterAll, describe, expect, test } from "bun:test";
import { createGuard } from "../../src/http/guard.ts";
import type { Caller } from "../../src/identity/caller.ts";
import { mintKey } from "../../src/identity/keys/key.ts";
import { mintToken } from "../../src/identity/sign-ins/sign-in.ts";
import { fail, succeed } from "../../src/vocabulary/result.ts";
import { openDoor } from "./open-door.ts";

describe("a caller whose key cannot be looked up now", () => {
  test("is asked to come again later, and does not hear that the key is wrong", async () => {
    const unread = fail({ kind: "unread" } as const);
    const guard = createGuard({
      keyring: { judge: () => unread, judgeId: () => unread },
      signIns: { resolve: async () => unread, noteUse: () => {}, passOnUses: async () => {} },
      signInRules: { idleHours: null },
      publicUrl: null,
      rate: { take: () => null },
      leadSees: "people",
    });
    const cookie = `scoring-session=${mintToken()}`;
    for (const headers of [{ authorization: `Bearer ${mintKey()}` }, { cookie }]) {
      const request = new Request("http://localhost/v1/admin/status", { headers });
      const response = await guard.admit(request, "/v1/admin/status");
      expect(response?.status).toBe(503);
      expect(response?.headers.get("www-authenticate")).toBeNull();
      expect(await response?.json()).toMatchObject({ status: 503, detail: expect.stringContaining("later") });
    }
  });
});

describe("a request that goes on", () => {
  const lead: Caller = {
    keyId: null,
    accountId: "account",
    organizationId: "here",
    role: "lead",
    developerId: "ada",
    scopes: ["read_own", "read_team"],
    labels: [{ name: "team.id", value: "platform" }],
    leads: null,
  };

  async function admitted() {
    let caller = lead;
    const guard = createGuard({
      keyring: { judge: () => fail({ kind: "missing" } as const), judgeId: () => succeed(caller) },
      signIns: {
        resolve: async () => succeed({ signInId: "one", who: { accountId: "account" } }),
        noteUse: () => {},
        passOnUses: async () => {},
      },
      signInRules: { idleHours: null },
      publicUrl: null,
      rate: { take: () => null },
      leadSees: "people",
    });
    const headers = { cookie: `scoring-session=${mintToken()}` };
    const request = new Request("http://localhost/scoring/scores", { headers });
    expect(await guard.admit(request, "/scoring/scores")).toBeUndefined();
    guard.authorize(request, "/scoring/scores");
    return { guard, request, become: (changes: Partial<Caller>) => (caller = { ...lead, ...changes }) };
  }

  test("may, as long as its caller may read the same", async () => {
    const { guard, request } = await admitted();
    expect(guard.callerOf(request).leads).not.toBeNull();
    expect(await guard.stillAdmits(request)).toBe(true);
  });

  test.each([
    ["another role", { role: "member" }],
    ["other labels", { labels: [{ name: "team.id", value: "payments" }] }],
    ["another developer", { developerId: "grace" }],
  ] as [string, Partial<Caller>][])("may not with %s", async (_, changes) => {
    const { guard, request, become } = await admitted();
    become(changes);
    expect(await guard.stillAdmits(request)).toBe(false);
  });

  test("hands on to another one what its caller may, and not what its own route showed", async () => {
    const { guard, request } = await admitted();
    const next = new Request("http://localhost/v1/sessions");
    guard.admitAs(request, next);
    expect(guard.callerOf(next)).toEqual(lead);
  });
});

describe("a key with a limit of requests", async () => {
  const door = await openDoor({ requestsPerMinute: 3 });
  afterAll(() => door.server.stop(100));
  const { admin, member } = door.keys;
  const document = "/v1/openapi.json";

  test("is refused beyond it, for its signed-in browsers too, and hears how long to wait", async () => {
    const cookie = await door.signIn(admin);
    const statuses: number[] = [];
    for (const init of [{}, { method: "HEAD" }, {}])
      statuses.push((await door.get(document, admin, init)).status);
    expect(statuses).toEqual([200, 200, 200]);
    for (const init of [{ headers: { authorization: `Bearer ${admin}` } }, { headers: { cookie } }]) {
      const refused = await door.get(document, undefined, init);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("content-type")).toBe("application/problem+json");
      expect(refused.headers.has("retry-after")).toBe(false);
      expect(await refused.json()).toMatchObject({ status: 429, retryAfterSeconds: 20 });
    }
  });

  test("holds up no other key, no health check and no telemetry", async () => {
    expect((await door.get(document, member)).status).toBe(200);
    expect((await door.get("/livez", admin)).status).toBe(200);
    expect((await door.get("/v1/logs", admin, { method: "POST", body: "{}" })).status).toBe(200);
  });
});
