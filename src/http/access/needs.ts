/** What each route needs of its caller: the one table that decides who may ask what. */

/**
 * - `open`: nobody has to say who they are; such a path has no parameters
 * - `ingest`: the scope of that name
 * - `signed_in`: any caller
 * - `person`: a person with an account, no key
 * - `read`: `read_own` or `read_team`; the rows are those that the caller may read
 * - `read_usage`: the same; a lead reads those of the sessions with the account's labels
 * - `read_groups`: the same, and a lead reads them also where leads see people only in groups
 * - `read_text`: as `read`, for texts and for what single tasks were about
 * - `read_everybody`: `read_team`, without a limit to some labels
 * - `admin`: the scope of that name
 */
export type Need =
  | "open"
  | "ingest"
  | "signed_in"
  | "person"
  | "read"
  | "read_usage"
  | "read_groups"
  | "read_text"
  | "read_everybody"
  | "admin";

/** By method and path, as the OpenAPI document has them. */
export const NEEDS: Readonly<Record<string, Need>> = {
  ...aboutTheServer(),
  ...aboutScores(),
  ...aboutWork(),
  ...aboutPrompts(),
  ...aboutInsights(),
  ...forAdmins(),
  ...aboutMessages(),
};

function aboutTheServer(): Record<string, Need> {
  return {
    "GET /health": "open",
    "GET /livez": "open",
    "GET /readyz": "open",
    "GET /connect.mjs": "open",
    "GET /.well-known/security.txt": "open",
    "POST /v1/session": "open",
    "GET /v1/session/ways": "open",
    "GET /v1/session/oidc": "open",
    "GET /v1/session/oidc/callback": "open",
    "POST /v1/session/passkey": "open",
    "POST /v1/session/passkey/options": "open",
    "GET /v1/integrations/slack/callback": "open",
    "POST /v1/logs": "ingest",
    "POST /v1/metrics": "ingest",
    "POST /v1/traces": "ingest",
    "POST /v1/prompts": "ingest",
    "POST /v1/prompts/response": "ingest",
    "GET /v1/plugin/config": "ingest",
    "POST /v1/imports": "ingest",
    "DELETE /v1/imports/{id}": "ingest",
    "GET /v1/openapi.json": "signed_in",
    "GET /scoring/metrics/definitions": "signed_in",
    "GET /v1/session": "signed_in",
    "DELETE /v1/session": "signed_in",
    "GET /v1/session/reads": "read",
    "GET /v1/sign-ins": "signed_in",
    "DELETE /v1/sign-ins": "signed_in",
    "DELETE /v1/sign-ins/{id}": "signed_in",
    "GET /v1/passkeys": "person",
    "POST /v1/passkeys": "person",
    "POST /v1/passkeys/options": "person",
    "PATCH /v1/passkeys/{id}": "person",
    "DELETE /v1/passkeys/{id}": "person",
    "POST /v1/session/rotation": "signed_in",
    "GET /v1/agents": "signed_in",
    "GET /v1/agents/arrived": "signed_in",
    "POST /mcp": "read",
  };
}

function aboutScores(): Record<string, Need> {
  return {
    "GET /scoring/scores": "read_usage",
    "GET /scoring/metrics": "read",
    "GET /scoring/trends": "read_usage",
    "GET /scoring/trends/{score}": "read_usage",
    "GET /scoring/skill-inputs": "read_usage",
    "GET /scoring/repairs": "read_usage",
    "GET /scoring/team": "read_groups",
    "GET /scoring/team/trend": "read_groups",
    "GET /scoring/baselines": "read",
    "GET /scoring/sessions/quality-retention": "read",
    "GET /scoring/sub-sessions/rollup": "read_usage",
    "GET /scoring/sub-sessions/boundaries/accuracy": "read",
  };
}

function aboutWork(): Record<string, Need> {
  return {
    "GET /v1/developers": "read_usage",
    "GET /v1/presence": "read",
    "GET /v1/presence/calls": "read",
    "GET /v1/labels": "read",
    "GET /scoring/spend": "read_usage",
    "GET /scoring/usage": "read_usage",
    "GET /scoring/latency/hourly": "read_usage",
    "GET /scoring/turns/slowest": "read",
    "GET /v1/sessions": "read_text",
    "GET /v1/sessions/{id}/conversation": "read_text",
    "GET /v1/sessions/{id}/timeline": "read_text",
    "GET /v1/me/export": "read_text",
    "GET /v1/telemetry/logs": "read_text",
    "GET /v1/telemetry/spans": "read_text",
    "GET /v1/telemetry/metrics": "read_text",
    "GET /scoring/sub-sessions": "read_text",
    "GET /scoring/sub-sessions/by-session": "read_text",
    "POST /scoring/sub-sessions/boundaries": "read_text",
    "POST /scoring/sub-sessions/{id}/outcome": "read_text",
  };
}

function aboutPrompts(): Record<string, Need> {
  return {
    "GET /v1/search": "read_text",
    "GET /scoring/prompt-rubric/prompts": "read_text",
    "GET /scoring/prompt-rubric/prompts/{id}": "read_text",
    "POST /scoring/prompt-rubric/score": "read_text",
    "GET /v1/intelligence/worst-prompts": "read_text",
    "GET /v1/intelligence/best-prompts": "read_text",
    "GET /v1/intelligence/prompt-chains": "read_text",
    "GET /scoring/prompt-rubric/missing-checks": "read",
    "GET /scoring/prompt-rubric/averages": "read_usage",
    "GET /scoring/prompt-rubric/efficiency-rubric-trend": "read_usage",
    "GET /scoring/prompt-rubric/agreement": "read",
  };
}

function aboutInsights(): Record<string, Need> {
  return {
    "GET /v1/intelligence/rightsizing": "read",
    "GET /v1/intelligence/rightsizing/trials": "read",
    "POST /v1/intelligence/rightsizing/trials": "read_everybody",
    "DELETE /v1/intelligence/rightsizing/trials/{id}": "read_everybody",
    "GET /v1/intelligence/throttle": "read",
    "GET /v1/governance/budgets": "read",
    "GET /v1/governance/guardrails": "read",
    "GET /v1/satisfaction": "read_text",
    "POST /v1/satisfaction": "read_text",
    "GET /v1/satisfaction/pending": "read_text",
    "GET /v1/advisor/cards": "read_text",
    "GET /v1/advisor/cards/{id}": "read_text",
    "POST /v1/advisor/cards/{id}/feedback": "read_text",
    "GET /v1/advisor/sessions/{session_id}/summary": "read_text",
    "POST /v1/advisor/run": "read_text",
    "GET /v1/advisor/habits": "read_text",
    "POST /v1/advisor/seen": "read_text",
    "POST /v1/advisor/tried": "read_text",
    "GET /v1/advisor/stream": "read_text",
    "GET /v1/insights/summary": "read",
    "GET /v1/insights/summaries": "read",
    "GET /v1/insights/session-stats": "read_text",
    "GET /v1/insights/highlights": "read_text",
    "GET /v1/insights/details": "read_text",
    "POST /v1/insights/report/generate": "read_text",
    "GET /v1/insights/report": "read_text",
    "GET /v1/insights/report/pending": "read_text",
    "GET /v1/insights/report/history": "read_text",
    "GET /v1/insights/report/status/{id}": "read_text",
    "POST /v1/insights/report/cancel/{id}": "read_text",
    "GET /v1/insights/report/{id}": "read_text",
    "GET /v1/reports/schedules": "read",
    "GET /v1/reports/schedules/{id}": "read",
    "GET /v1/reports/schedules/{id}/runs": "read",
    "GET /v1/reports/firings": "read",
  };
}

function forAdmins(): Record<string, Need> {
  return needing("admin", [
    "GET /metrics",
    "GET /v1/admin/status",
    "GET /v1/admin/audit",
    "GET /v1/admin/audit/export",
    "GET /v1/admin/coverage",
    "GET /v1/admin/developers",
    "PATCH /v1/admin/developers/{id}",
    "POST /v1/admin/developers/{id}/merge",
    "POST /v1/admin/developers/{id}/purge",
    "GET /v1/admin/developers/{id}/export",
    "GET /v1/admin/accounts",
    "POST /v1/admin/accounts",
    "PATCH /v1/admin/accounts/{id}",
    "DELETE /v1/admin/accounts/{id}",
    "GET /v1/admin/keys",
    "POST /v1/admin/keys",
    "DELETE /v1/admin/keys/{id}",
    "POST /v1/admin/keys/{id}/sign-in-links",
    "POST /v1/admin/accounts/{id}/sign-in-links",
    "POST /v1/admin/keys/{id}/rotations",
    "GET /v1/admin/organization",
    "GET /v1/admin/retention",
    "POST /v1/admin/judge/test",
    "PUT /scoring/baselines",
    "POST /scoring/metrics/recompute",
    "GET /scoring/metrics/recompute/{id}",
    "POST /scoring/prompt-rubric/rejudge",
    "GET /scoring/prompt-rubric/rejudge",
    "PATCH /v1/labels",
    "PUT /v1/governance/budgets",
    "PUT /v1/governance/guardrails",
  ]);
}

/** What is sent to people, and where. */
function aboutMessages(): Record<string, Need> {
  return needing("admin", [
    "GET /v1/alerts",
    "POST /v1/alerts/{id}/acknowledge",
    "GET /v1/alerts/rules",
    "POST /v1/alerts/rules",
    "PATCH /v1/alerts/rules/{id}",
    "DELETE /v1/alerts/rules/{id}",
    "POST /v1/alerts/rules/{id}/test",
    "POST /v1/reports/schedules",
    "PATCH /v1/reports/schedules/{id}",
    "DELETE /v1/reports/schedules/{id}",
    "POST /v1/reports/schedules/{id}/run",
    "GET /v1/integrations/slack",
    "DELETE /v1/integrations/slack",
    "GET /v1/integrations/slack/install",
    "PUT /v1/integrations/slack/webhook",
    "GET /v1/integrations/slack/channels",
    "POST /v1/integrations/slack/test",
    "GET /v1/integrations/email",
    "POST /v1/integrations/email/test",
    "GET /v1/integrations/webhooks",
    "POST /v1/integrations/webhooks",
    "DELETE /v1/integrations/webhooks/{id}",
    "POST /v1/integrations/webhooks/{id}/test",
  ]);
}

function needing(need: Need, routes: readonly string[]): Record<string, Need> {
  return Object.fromEntries(routes.map((route) => [route, need]));
}
