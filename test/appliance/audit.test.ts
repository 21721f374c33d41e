/** What is done over the API is in the audit log, with who did it, from where and with which result. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { selectEntriesAfter } from "../../src/audit/audit-table.ts";
import { verifyAudit } from "../../src/audit/verify.ts";
import type { AuditEntryAnswer } from "../../src/identity/audit/audit-answer.ts";
import { promptLog } from "./requests.ts";
import { eventuallyAnswered } from "../eventually.ts";
import { type OwnAppliance, startTestAppliance } from "./running.ts";

let appliance: OwnAppliance;
let admin = "";

beforeAll(async () => {
  appliance = await startTestAppliance();
  admin = appliance.firstKeys?.admin ?? "";
});
afterAll(() => appliance.stop());

interface Call {
  method?: string;
  key?: string;
  cookie?: string;
  body?: unknown;
}

async function call(path: string, { method = "GET", key = admin, cookie, body }: Call = {}) {
  const response = await fetch(`${appliance.url}${path}`, {
    method,
    headers: {
      ...(cookie === undefined
        ? { authorization: `Bearer ${key}` }
        : { cookie, origin: new URL(appliance.url).origin }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = (text.startsWith("{") ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body: answer };
}

async function entries(query = ""): Promise<AuditEntryAnswer[]> {
  const { body } = await call(`/v1/admin/audit?${query}`);
  return body["entries"] as AuditEntryAnswer[];
}

async function newest(query = ""): Promise<AuditEntryAnswer> {
  const [entry] = await entries(query);
  if (entry === undefined) throw new Error("the log is empty");
  return entry;
}

function signIn(key: string) {
  return fetch(`${appliance.url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
}

describe("the audit log", () => {
  test("is read by admins only", async () => {
    const { body } = await call("/v1/admin/keys", {
      method: "POST",
      body: { name: "member", role: "member" },
    });
    expect((await call("/v1/admin/audit", { key: String(body["key"]) })).status).toBe(403);
  });

  test("has a key that was made, with who made it, from where and for what", async () => {
    const { body } = await call("/v1/admin/keys", {
      method: "POST",
      body: { name: "Bo's laptop", role: "member", developer: "bo@example.com" },
    });
    const entry = await newest();
    expect(entry).toMatchObject({
      chain: "organization",
      actor: { kind: "key", name: "first admin key" },
      from: "127.0.0.1",
      action: "key_made",
      target: { kind: "key", name: "Bo's laptop" },
      result: "done",
    });
    expect(entry.details).toMatchObject({ role: "member" });
    expect(JSON.stringify(entry)).not.toContain(String(body["id"]));
  });

  test("has a refusal with its reason, and nothing of what was asked for", async () => {
    const method = "DELETE";
    expect((await call("/v1/admin/keys/no-such-key", { method })).status).toBe(404);
    expect(await newest()).toMatchObject({
      action: "key_revoked",
      target: null,
      result: "refused",
      details: { reason: "unknown_key" },
    });
  });

  test("has sign-ins, those that failed, and signing out", async () => {
    expect((await signIn("scoring_wrong")).status).toBe(401);
    expect((await signIn("scoring_wrong")).status).toBe(401);
    const signedIn = await signIn(admin);
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await call("/v1/session", { method: "DELETE", cookie })).status).toBe(204);
    const [out, into, failed] = await entries();
    expect(failed).toMatchObject({
      chain: "server",
      actor: { kind: "nobody", id: null, name: null },
      from: "127.0.0.1",
      action: "sign_in_failed",
      result: "refused",
    });
    expect(into).toMatchObject({
      actor: { name: "first admin key" },
      action: "signed_in",
      details: { way: "key" },
    });
    expect(out).toMatchObject({ actor: { name: "first admin key" }, action: "signed_out" });
    expect(await entries("action=sign_in_failed")).toHaveLength(1);
  });

  test("has limits, schedules, rules, labels, baselines and tests", async () => {
    const schedule = {
      name: "weekly",
      cron: "0 8 * * 1",
      timezone: "Europe/Berlin",
      window: "last_week",
      destinations: [],
    };
    await call("/v1/governance/budgets", { method: "PUT", body: { budgets: [] } });
    await call("/v1/reports/schedules", { method: "POST", body: schedule });
    await call("/v1/integrations/webhooks", { method: "POST", body: { name: "ours", url: "http://x" } });
    await call("/scoring/baselines", { method: "PUT", body: { leastLines: 5 } });
    await call("/v1/admin/judge/test", { method: "POST" });
    const actions = (await entries()).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["limits_changed", "baselines_changed", "model_tested"]));
    expect(await newest("action=integration_changed")).toMatchObject({ result: "refused" });
  });

  test("is read by who acted, whom it was done to and when", async () => {
    const [made] = await entries("action=key_made&target=bo@example.com");
    expect(made?.target).toMatchObject({ name: "Bo's laptop" });
    const id = made?.actor.id ?? "";
    expect((await entries(`actor=${id}`)).every(({ actor }) => actor.id === id)).toBe(true);
    expect(await entries("actor=nobody@example.com")).toEqual([]);
    expect(await entries("to=2026-01-01T00:00:00Z")).toEqual([]);
    expect((await call("/v1/admin/audit?action=nothing")).status).toBe(400);
  });

  test("is read page by page, both chains in the order of time", async () => {
    const all = await entries("limit=500");
    const paged: AuditEntryAnswer[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await call(`/v1/admin/audit?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      paged.push(...(body["entries"] as AuditEntryAnswer[]));
      cursor = body["nextCursor"] as string | null;
    }
    expect(paged).toEqual(all);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  test("goes on without the name of a purged person, and the chain stays whole", async () => {
    const attributes = { "user.email": "cy@example.com" };
    const sent = promptLog({ session: "of-cy", at: "2026-11-20T10:00:00Z", attributes });
    await appliance.send("/v1/logs", sent, admin);
    await appliance.settled();
    const { body } = await call("/v1/admin/developers?developer=cy@example.com");
    const [cy] = body["developers"] as { id: string }[];
    await call(`/v1/admin/developers/${cy?.id}`, { method: "PATCH", body: { name: "Cy Young" } });
    expect(await newest()).toMatchObject({ action: "developer_named", target: { name: "Cy Young" } });
    const purge = { method: "POST", body: { dry_run: false } };
    expect((await call(`/v1/admin/developers/${cy?.id}/purge`, purge)).status).toBe(202);
    const purged = await eventuallyAnswered(async () => {
      const entry = await newest("action=person_purged");
      return entry.target?.name === null ? entry : null;
    });
    expect(purged).toMatchObject({ actor: { name: "first admin key" }, result: "done" });
    const text = JSON.stringify(await entries("limit=500"));
    for (const trace of ["Cy Young", "cy@example.com", String(cy?.id)]) expect(text).not.toContain(trace);
    const chains = await verifyAudit(appliance.database);
    expect(chains.map(({ fault }) => fault)).toEqual([null, null]);
  });

  test("holds no name, e-mail, address or key in its rows", async () => {
    const organizations = (await verifyAudit(appliance.database)).map(({ organization }) => organization);
    const rows = await Promise.all(
      organizations.map((organization) =>
        selectEntriesAfter(appliance.database, { organization, after: 0, limit: 1_000 }),
      ),
    );
    const text = JSON.stringify(rows);
    for (const trace of ["bo@example.com", "laptop", "127.0.0.1", "scoring_", "first admin key"])
      expect(text).not.toContain(trace);
  });
});
