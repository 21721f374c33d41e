/** Who may do what, for each operation that the appliance describes: a new one fails here until somebody decides. */
import { afterAll, describe, expect, test } from "bun:test";
import { listedOperations, type Operation, promptLog } from "./requests.ts";
import { joinTestAppliance } from "./running.ts";

/** Whose key an operation takes; "unbound" is all but a key that is bound to a developer, and "person" an account and no key. For a member whose key is bound to a developer, "anyone" still sees nobody else's. */
const WHO_MAY: Readonly<Record<string, "anyone" | "unbound" | "admin" | "person">> = {
  "POST /v1/logs": "anyone",
  "POST /v1/metrics": "anyone",
  "POST /v1/traces": "anyone",
  "POST /v1/imports": "anyone",
  "DELETE /v1/imports/{id}": "anyone",
  "POST /v1/prompts": "anyone",
  "POST /v1/prompts/response": "anyone",
  "GET /v1/plugin/config": "anyone",
  "GET /v1/openapi.json": "anyone",
  "POST /mcp": "anyone",
  "GET /v1/session": "anyone",
  "DELETE /v1/session": "anyone",
  "GET /v1/passkeys": "person",
  "POST /v1/passkeys": "person",
  "POST /v1/passkeys/options": "person",
  "PATCH /v1/passkeys/{id}": "person",
  "DELETE /v1/passkeys/{id}": "person",
  "GET /v1/agents": "anyone",
  "GET /v1/agents/arrived": "anyone",
  "GET /v1/developers": "anyone",
  "GET /v1/presence": "anyone",
  "GET /v1/presence/calls": "anyone",
  "GET /v1/labels": "anyone",
  "GET /v1/search": "anyone",
  "GET /v1/sessions": "anyone",
  "GET /v1/sessions/{id}/conversation": "anyone",
  "GET /v1/sessions/{id}/timeline": "anyone",
  "GET /v1/telemetry/logs": "anyone",
  "GET /v1/telemetry/spans": "anyone",
  "GET /v1/telemetry/metrics": "anyone",
  "GET /scoring/spend": "anyone",
  "GET /scoring/usage": "anyone",
  "GET /scoring/scores": "anyone",
  "GET /scoring/metrics": "anyone",
  "GET /scoring/metrics/definitions": "anyone",
  "GET /scoring/trends": "anyone",
  "GET /scoring/trends/{score}": "anyone",
  "GET /scoring/skill-inputs": "anyone",
  "GET /scoring/repairs": "anyone",
  "GET /scoring/team": "anyone",
  "GET /scoring/team/trend": "anyone",
  "GET /scoring/latency/hourly": "anyone",
  "GET /scoring/turns/slowest": "anyone",
  "GET /scoring/sessions/quality-retention": "anyone",
  "GET /scoring/sub-sessions": "anyone",
  "GET /scoring/sub-sessions/by-session": "anyone",
  "GET /scoring/sub-sessions/rollup": "anyone",
  "POST /scoring/sub-sessions/boundaries": "anyone",
  "POST /scoring/sub-sessions/{id}/outcome": "anyone",
  "GET /scoring/sub-sessions/boundaries/accuracy": "anyone",
  "GET /scoring/baselines": "anyone",
  "GET /scoring/prompt-rubric/prompts": "anyone",
  "GET /scoring/prompt-rubric/prompts/{id}": "anyone",
  "GET /scoring/prompt-rubric/missing-checks": "anyone",
  "GET /scoring/prompt-rubric/averages": "anyone",
  "GET /scoring/prompt-rubric/efficiency-rubric-trend": "anyone",
  "POST /scoring/prompt-rubric/score": "anyone",
  "GET /v1/intelligence/worst-prompts": "anyone",
  "GET /v1/intelligence/best-prompts": "anyone",
  "GET /v1/intelligence/prompt-chains": "anyone",
  "GET /v1/intelligence/rightsizing": "anyone",
  "GET /v1/intelligence/rightsizing/trials": "anyone",
  "POST /v1/intelligence/rightsizing/trials": "unbound",
  "DELETE /v1/intelligence/rightsizing/trials/{id}": "unbound",
  "GET /v1/intelligence/throttle": "anyone",
  "GET /v1/satisfaction": "anyone",
  "POST /v1/satisfaction": "anyone",
  "GET /v1/satisfaction/pending": "anyone",
  "GET /scoring/prompt-rubric/agreement": "anyone",
  "GET /v1/advisor/cards": "anyone",
  "GET /v1/advisor/cards/{id}": "anyone",
  "POST /v1/advisor/cards/{id}/feedback": "anyone",
  "GET /v1/advisor/sessions/{session_id}/summary": "anyone",
  "POST /v1/advisor/run": "anyone",
  "GET /v1/advisor/habits": "anyone",
  "POST /v1/advisor/seen": "anyone",
  "POST /v1/advisor/tried": "anyone",
  "POST /v1/insights/report/generate": "anyone",
  "GET /v1/insights/report": "anyone",
  "GET /v1/insights/report/pending": "anyone",
  "GET /v1/insights/report/history": "anyone",
  "GET /v1/insights/report/status/{id}": "anyone",
  "GET /v1/insights/session-stats": "anyone",
  "GET /v1/insights/highlights": "anyone",
  "GET /v1/insights/summary": "anyone",
  "GET /v1/insights/summaries": "anyone",
  "GET /v1/insights/details": "anyone",
  "POST /v1/insights/report/cancel/{id}": "anyone",
  "GET /v1/insights/report/{id}": "anyone",
  "GET /v1/alerts": "admin",
  "GET /v1/alerts/rules": "admin",
  "POST /v1/alerts/rules": "admin",
  "PATCH /v1/alerts/rules/{id}": "admin",
  "DELETE /v1/alerts/rules/{id}": "admin",
  "POST /v1/alerts/rules/{id}/test": "admin",
  "POST /v1/alerts/{id}/acknowledge": "admin",
  "GET /v1/reports/schedules": "anyone",
  "GET /v1/reports/schedules/{id}": "anyone",
  "GET /v1/reports/schedules/{id}/runs": "anyone",
  "GET /v1/reports/firings": "anyone",
  "GET /v1/governance/budgets": "anyone",
  "GET /v1/governance/guardrails": "anyone",
  "POST /v1/reports/schedules": "admin",
  "PATCH /v1/reports/schedules/{id}": "admin",
  "DELETE /v1/reports/schedules/{id}": "admin",
  "POST /v1/reports/schedules/{id}/run": "admin",
  "PATCH /v1/labels": "admin",
  "PUT /v1/governance/budgets": "admin",
  "PUT /v1/governance/guardrails": "admin",
  "PUT /scoring/baselines": "admin",
  "POST /scoring/metrics/recompute": "admin",
  "POST /scoring/prompt-rubric/rejudge": "admin",
  "GET /scoring/prompt-rubric/rejudge": "admin",
  "GET /scoring/metrics/recompute/{id}": "admin",
  "GET /metrics": "admin",
  "GET /v1/admin/status": "admin",
  "GET /v1/admin/audit": "admin",
  "GET /v1/admin/coverage": "admin",
  "GET /v1/admin/developers": "admin",
  "PATCH /v1/admin/developers/{id}": "admin",
  "POST /v1/admin/developers/{id}/merge": "admin",
  "POST /v1/admin/developers/{id}/purge": "admin",
  "GET /v1/admin/accounts": "admin",
  "POST /v1/admin/accounts": "admin",
  "PATCH /v1/admin/accounts/{id}": "admin",
  "DELETE /v1/admin/accounts/{id}": "admin",
  "GET /v1/admin/keys": "admin",
  "POST /v1/admin/keys": "admin",
  "DELETE /v1/admin/keys/{id}": "admin",
  "GET /v1/admin/organization": "admin",
  "GET /v1/admin/retention": "admin",
  "POST /v1/admin/judge/test": "admin",
  "GET /v1/integrations/slack": "admin",
  "DELETE /v1/integrations/slack": "admin",
  "GET /v1/integrations/slack/install": "admin",
  "PUT /v1/integrations/slack/webhook": "admin",
  "GET /v1/integrations/slack/channels": "admin",
  "POST /v1/integrations/slack/test": "admin",
  "GET /v1/integrations/email": "admin",
  "POST /v1/integrations/email/test": "admin",
  "GET /v1/integrations/webhooks": "admin",
  "POST /v1/integrations/webhooks": "admin",
  "DELETE /v1/integrations/webhooks/{id}": "admin",
  "POST /v1/integrations/webhooks/{id}/test": "admin",
};

/** Whoever gets one of these was let in. */
const ANSWERED: readonly number[] = [200, 201, 202, 204, 400, 404, 503];

/** What a member gets, whose key is bound to a developer or not. */
function forMember(name: string, isBound: boolean): readonly number[] {
  const who = WHO_MAY[name];
  return who === "admin" || who === "person" || (who === "unbound" && isBound) ? [403] : ANSWERED;
}

/** What an admin's key gets. */
function forAdmin(name: string): readonly number[] {
  return WHO_MAY[name] === "person" ? [403] : ANSWERED;
}

/** Answered by the time they were removed, whoever asks: `removed.ts` has them. */
const REMOVED = new Set([404, 410]);

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const organization = await appliance.addOrganization();
const ada = await organization.addKey({ developer: "ada@example.com" });
const grace = await organization.addKey({ developer: "grace@example.com" });
const withdrawn = await organization.addKey({ role: "admin" });
await appliance.revoke(withdrawn.id);

const session = "session-of-ada";
const text = "Words that only ada wrote";
const marks = [session, "ada@example.com", text];
for (const minute of ["10:00", "10:05", "10:10"])
  await appliance.send("/v1/logs", promptLog({ session, at: `2026-11-20T${minute}:00Z`, text }), ada.key);
await appliance.settled();

const operations = (await listedOperations(appliance, organization.admin)).filter(({ isOpen }) => !isOpen);
const named = operations.map((operation) => [nameOf(operation), operation] as const);
const present = named.filter(([name]) => WHO_MAY[name] !== undefined);

function nameOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

function ask(operation: Operation, key: string): Promise<Response> {
  return askWith(operation, { authorization: `Bearer ${key}` });
}

function askWith({ method, path }: Operation, headers: Record<string, string>): Promise<Response> {
  const address = path.replace("{score}", "speed").replace("{id}", "unknown");
  return fetch(appliance.url + address, {
    method: method.toUpperCase(),
    headers: { ...headers, "content-type": "application/json" },
    // an object with nothing in it asks for as little as can be asked
    ...(method !== "get" && method !== "delete" && { body: "{}" }),
  });
}

describe("every operation", () => {
  test("is in the table, or was removed", async () => {
    const unlisted = named.filter(([name]) => WHO_MAY[name] === undefined);
    const statuses = await Promise.all(
      unlisted.map(async ([name, operation]) => [name, (await ask(operation, organization.admin)).status]),
    );
    expect(statuses.filter(([, status]) => !REMOVED.has(Number(status)))).toEqual([]);
  });

  test("of the table is described", () => {
    const described = new Set(named.map(([name]) => name));
    expect(Object.keys(WHO_MAY).filter((name) => !described.has(name))).toEqual([]);
  });

  test.each(named)("%s takes no key that is wrong, misspelt or revoked", async (_, operation) => {
    const misspelt = `${organization.admin.slice(0, -1)}-`;
    for (const key of [withdrawn.key, misspelt, "scoring_", "__proto__"])
      expect([key, (await ask(operation, key)).status]).toEqual([key, 401]);
  });

  test.each(present)("%s takes the keys it should", async (name, operation) => {
    for (const [key, isBound] of [
      [organization.key, false],
      [grace.key, true],
    ] as const)
      expect(forMember(name, isBound)).toContain((await ask(operation, key)).status);
    // the admin's own asking changes nothing: the body is empty, and the id unknown
    expect(forAdmin(name)).toContain((await ask(operation, organization.admin)).status);
  });
});

/** What a Claude Code plugin or an agent sends; no browser does that for the person who is signed in. */
const BY_KEY_ALONE = /^\/(mcp|v1\/(logs|metrics|traces|prompts|plugin))\b/;

/** Returns the cookie of a browser that was signed in with the key. */
async function signIn(key: string): Promise<string> {
  const headers = { "content-type": "application/json", origin: appliance.url };
  const signedIn = await fetch(`${appliance.url}/v1/session`, {
    method: "POST",
    headers,
    body: JSON.stringify({ key }),
  });
  return (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

describe("a signed-in browser", async () => {
  const origin = appliance.url;
  const cookies = {
    admin: await signIn(organization.admin),
    member: await signIn(organization.key),
    grace: await signIn(grace.key),
  };
  const leaving = await organization.addKey({ role: "admin" });
  const cookieOfRevoked = await signIn(leaving.key);
  await appliance.revoke(leaving.id);
  const asRevoked = () => fetch(`${origin}/v1/session`, { headers: { cookie: cookieOfRevoked } });
  while ((await asRevoked()).status !== 401);
  const madeUp = cookies.admin.replace(/=.*/, `=${"x".repeat(43)}`);
  // signing out would end the others; sign-in.test.ts has it
  const asked = present.filter(([name]) => name !== "DELETE /v1/session");

  test.each(asked)("%s takes no cookie that is made up or belongs to a revoked key", async (_, operation) => {
    for (const cookie of [cookieOfRevoked, madeUp])
      expect((await askWith(operation, { cookie, origin })).status).toBe(401);
  });

  test.each(asked)("%s takes the cookies of the keys it should", async (name, operation) => {
    const expected = (forKey: readonly number[]) => (BY_KEY_ALONE.test(operation.path) ? [401] : forKey);
    for (const [cookie, isBound] of [
      [cookies.member, false],
      [cookies.grace, true],
    ] as const)
      expect(expected(forMember(name, isBound))).toContain(
        (await askWith(operation, { cookie, origin })).status,
      );
    expect(expected(forAdmin(name))).toContain(
      (await askWith(operation, { cookie: cookies.admin, origin })).status,
    );
  });

  const changes = asked.filter(([, { method }]) => method !== "get");
  test.each(changes)("%s is not done for a page of another host, or one that hides", async (_, operation) => {
    const expected = BY_KEY_ALONE.test(operation.path) ? 401 : 403;
    const { admin: cookie } = cookies;
    for (const from of [{}, { origin: "null" }, { origin: "http://evil.example" }, { origin: `${origin}0` }])
      expect([from, (await askWith(operation, { cookie, ...from })).status]).toEqual([from, expected]);
  });
});

const readings = present.filter(([, { method }]) => method === "get");

describe("a key that is bound to a developer", () => {
  test.each(readings)("%s shows nothing of a colleague", async (_, operation) => {
    const query = "from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z";
    const path = `${operation.path}?${query}`;
    for (const about of ["", "&developer=ada@example.com", "&session_id=session-of-ada"]) {
      const answer = await (await ask({ ...operation, path: path + about }, grace.key)).text();
      expect(marks.filter((mark) => answer.includes(mark))).toEqual([]);
    }
  });

  test("shows its own", async () => {
    const answers = await Promise.all(
      readings.map(async ([, operation]) => (await ask(operation, ada.key)).text()),
    );
    expect(marks.filter((mark) => !answers.some((answer) => answer.includes(mark)))).toEqual([]);
  });
});
