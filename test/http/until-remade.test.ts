/** While rows are rebuilt, what they would answer is refused; what does not need them is answered. */
import { afterAll, describe, expect, test } from "bun:test";
import { type Door, openDoor } from "./open-door.ts";

const LEFT = { records: 1_200, sessions: 30 };
const door: Door = await openDoor({
  queries: {
    readRemaking: async () => LEFT,
    readBaselines: async () => Promise.reject(new Error("asked")),
    askRecompute: async () => null,
  },
});
afterAll(() => door.server.stop(100));

/** Every reading of the API but those that need no derived row. */
const UNHARMED = new Set([
  "/livez",
  "/readyz",
  "/metrics",
  "/.well-known/security.txt",
  "/v1/admin/status",
  "/v1/admin/accounts",
  "/v1/passkeys",
  "/v1/sign-ins",
  "/v1/admin/audit",
  "/v1/admin/audit/export",
  "/v1/session/reads",
  "/v1/admin/keys",
  "/v1/admin/organization",
  "/v1/admin/retention",
  "/v1/developers",
  "/v1/session",
  "/v1/admin/audit",
  "/v1/session/ways",
  "/v1/session/oidc",
  "/v1/session/oidc/callback",
  "/v1/plugin/config",
  "/v1/openapi.json",
  "/v1/agents",
  "/v1/insights/report",
  "/v1/insights/report/pending",
  "/v1/insights/report/history",
  "/v1/insights/report/status/:id",
  "/v1/insights/report/:id",
  "/v1/alerts",
  "/v1/alerts/rules",
  "/v1/reports/schedules",
  "/v1/reports/schedules/:id",
  "/v1/reports/schedules/:id/runs",
  "/v1/reports/firings",
  "/v1/telemetry/logs",
  "/v1/telemetry/spans",
  "/v1/telemetry/metrics",
  "/v1/advisor/stream",
  "/v1/satisfaction",
  "/v1/satisfaction/pending",
  "/v1/me/export",
  "/v1/integrations/slack",
  "/v1/integrations/slack/channels",
  "/v1/integrations/slack/install",
  "/v1/integrations/slack/callback",
  "/v1/integrations/webhooks",
  "/v1/integrations/email",
  "/scoring/prompt-rubric/agreement",
  "/scoring/baselines",
  "/scoring/metrics/definitions",
  "/scoring/metrics/recompute/:id",
]);
const readings = door.routes
  .filter(({ method, path }) => method === "GET" && !UNHARMED.has(path))
  .map(({ path }) => path.replace(":score", "speed").replace(/^\/v1\/search$/, "$&?q=words"));

describe("while rows are rebuilt", () => {
  test.each(readings)("%s says so with 503 instead of answering too little", async (path) => {
    const response = await door.get(path, door.keys.admin);
    expect(response.status).toBe(503);
    expect(response.headers.has("retry-after")).toBe(false);
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toContain("computed again");
    expect(detail).toContain("1200 records and 30 sessions");
  });

  test("so do changes that depend on them", async () => {
    const post = (path: string, body: object) =>
      door.get(path, door.keys.admin, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const split = { session_id: "s", turn_index: 2, action: "split" };
    const window = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
    expect((await post("/scoring/sub-sessions/boundaries", split)).status).toBe(503);
    expect((await post("/scoring/metrics/recompute", window)).status).toBe(503);
  });

  test("records are still shown, and what is kept is still known", async () => {
    for (const kind of ["logs", "spans", "metrics"])
      expect((await door.get(`/v1/telemetry/${kind}`, door.keys.admin)).status).toBe(200);
    expect((await door.get("/scoring/metrics/recompute/none", door.keys.admin)).status).toBe(404);
    expect((await door.get("/scoring/baselines", door.keys.admin)).status).toBe(500);
    expect(door.log.join("")).toContain("asked");
  });

  test("once they are all there nobody is refused, and nobody looks any more", async () => {
    const looks = [LEFT, { records: 0, sessions: 1 }, null];
    const other = await openDoor({ queries: { readRemaking: async () => looks.shift() ?? null } });
    const statuses: number[] = [];
    for (let asked = 0; asked < 4; asked += 1)
      statuses.push((await other.get("/scoring/scores", other.keys.admin)).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
    await other.server.stop(100);
  });
});
