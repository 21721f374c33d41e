/** Every route but OTLP, in groups: the compiler follows a chain of thirty and gives up on one of forty. */
import { Elysia } from "elysia";
import { type AlertSettings, alertsRoutes } from "./alerts/alerts.ts";
import { alertRulesRoutes } from "./alerts/rules.ts";
import { type PluginConfig, pluginRoutes } from "../plugin/config.ts";
import type { RouteContext } from "../route-context.ts";
import type { Readiness } from "../self/readiness.ts";
import type { Listeners } from "../event-stream/listeners.ts";
import { advisorRoutes } from "./advisor/cards.ts";
import { habitRoutes } from "./advisor/habits.ts";
import { cardStreamRoutes } from "./advisor/stream.ts";
import { aboutRoutes } from "./about.ts";
import { agentsRoutes } from "./agents.ts";
import { spendRoutes } from "./usage/spend.ts";
import { baselinesRoutes } from "./baselines.ts";
import { boundariesRoutes } from "./sessions/boundaries.ts";
import { outcomeRoutes } from "./sessions/outcome.ts";
import { accountsRoutes } from "./admin/accounts.ts";
import { auditRoutes } from "./audit/audit.ts";
import { auditExportRoutes } from "./audit/export.ts";
import { readsRoutes } from "./audit/reads.ts";
import { coverageRoutes } from "./admin/coverage.ts";
import { developersRoutes } from "./admin/developers.ts";
import { keysRoutes } from "./admin/keys.ts";
import { organizationRoutes, type Retention } from "./admin/organization.ts";
import { signInLinksRoutes } from "./admin/sign-in-links.ts";
import { purgeRoutes } from "./admin/purge.ts";
import { rotationsRoutes } from "./admin/rotations.ts";
import { developersListRoutes } from "./developers.ts";
import { createChallenges } from "../../identity/passkeys/challenges.ts";
import { recordFailedSignIns } from "../audit/failed-sign-ins.ts";
import { countWrongKeys } from "../sign-in/wrong-keys.ts";
import { passkeysRoutes } from "./passkeys/passkeys.ts";
import { passkeySignInRoutes } from "./passkeys/sign-in.ts";
import { healthRoutes } from "./health.ts";
import { installRoutes } from "./integrations/install.ts";
import type { InstallSettings } from "./integrations/install-way.ts";
import { emailRoutes } from "./integrations/email.ts";
import { slackRoutes } from "./integrations/slack.ts";
import { webhooksRoutes } from "./integrations/webhooks.ts";
import { judgeRoutes } from "./admin/judge.ts";
import { changeSchedulesRoutes } from "./schedules/change-schedules.ts";
import { scheduleRunsRoutes } from "./schedules/runs.ts";
import { schedulesRoutes } from "./schedules/schedules.ts";
import { modelTrialRoutes } from "./intelligence/model-trials.ts";
import { rightsizingRoutes } from "./intelligence/rightsizing.ts";
import { throttleRoutes } from "./intelligence/throttle.ts";
import { importsRoutes } from "./sessions/imports.ts";
import { labelsRoutes } from "./sessions/labels.ts";
import { latencyRoutes } from "./latency.ts";
import { type McpParts, mcpRoutes } from "../mcp/routes.ts";
import { metricsRoutes } from "./metrics.ts";
import type { CheckSettings } from "../../rubric/trial/read-check.ts";
import { rejudgeRoutes } from "./prompts/rejudge.ts";
import { agreementRoutes } from "./prompts/agreement.ts";
import { missingChecksRoutes } from "./prompts/missing-checks.ts";
import { ownDataRoutes } from "./own-data.ts";
import { promptsRoutes } from "./prompts/prompts.ts";
import { rankedPromptsRoutes } from "./prompts/ranked-prompts.ts";
import { scorePromptRoutes } from "./prompts/score-prompt.ts";
import { qualityRetentionRoutes } from "./quality-retention.ts";
import { reportRoutes } from "./insights/reports.ts";
import { windowInsightRoutes } from "./insights/window-insights.ts";
import { searchRoutes } from "./search.ts";
import { sessionsRoutes } from "./sessions/sessions.ts";
import { type SessionParts, sessionRoutes } from "./session.ts";
import { type OidcParts, oidcRoutes } from "./sign-in/oidc.ts";
import { signInsRoutes } from "./sign-in/sign-ins.ts";
import { waysRoutes } from "./sign-in/ways.ts";
import { governanceRoutes } from "./governance/limits.ts";
import { satisfactionRoutes } from "./satisfaction.ts";
import { scoresRoutes } from "./scores/scores.ts";
import { repairsRoutes } from "./scores/repairs.ts";
import { skillInputsRoutes } from "./scores/skill-inputs.ts";
import { slowestTurnsRoutes } from "./slowest-turns.ts";
import { type SelfObservation, statusRoutes } from "./admin/status.ts";
import { subSessionsRoutes } from "./sessions/sub-sessions.ts";
import { teamRoutes } from "./scores/team.ts";
import { presenceRoutes } from "./presence.ts";
import { telemetryLogsRoutes } from "./telemetry/logs.ts";
import { telemetryMetricsRoutes } from "./telemetry/metrics.ts";
import { telemetrySpansRoutes } from "./telemetry/spans.ts";
import { usageRoutes } from "./usage/usage.ts";
import { type ContactSettings, securityTextRoutes } from "../well-known/security-text.ts";
import { trendRoutes } from "./scores/trends.ts";

/** What some routes need in addition to what all are given. */
export interface RouteParts extends SessionParts, AlertSettings, McpParts {
  askReadiness(): Promise<Readiness>;
  observation: SelfObservation;
  /** Those who listen for new cards. */
  listeners: Pick<Listeners, "open">;
  /** The settings of the Claude Code plugin. */
  plugin: PluginConfig;
  /** As the settings have it. */
  retention: Retention;
  /** The one that the settings name; null for none. */
  languageModel: string | null;
  /** What the settings say of its check. */
  modelCheck: CheckSettings;
  /** The settings of the way to Slack and back. */
  install: InstallSettings;
  /** The way to the provider that people sign in with, and back. */
  oidc: Omit<OidcParts, "signInRules" | "failed">;
  /** Whom people write to who find a flaw. */
  contact: ContactSettings;
  /** Writes the OpenAPI document. */
  describe(): object;
}

/** Mounts them all. */
export function everyRoute(context: RouteContext, parts: RouteParts) {
  return new Elysia()
    .use(serverRoutes(context, parts))
    .use(everyScoreRoute(context))
    .use(workRoutes(context))
    .use(everyPromptRoute(context, parts))
    .use(insightRoutes(context, parts))
    .use(everyReportRoute(context, parts))
    .use(scheduleRoutes(context))
    .use(everyAlertRoute(context, parts))
    .use(integrationRoutes(context, parts.install))
    .use(adminRoutes(context, parts));
}

/** The server itself, and who asks. */
function serverRoutes(context: RouteContext, parts: RouteParts) {
  return new Elysia()
    .use(aboutRoutes(parts.describe))
    .use(securityTextRoutes(parts.contact, context.clock))
    .use(healthRoutes(parts.askReadiness))
    .use(signInRoutes(context, parts))
    .use(waysRoutes(context, parts))
    .use(signInsRoutes(context, parts))
    .use(agentsRoutes(context, parts))
    .use(statusRoutes(context, parts.observation))
    .use(pluginRoutes(parts.plugin))
    .use(mcpRoutes(context, parts));
}

/** The ways in share one count: whoever tries keys tries passkeys too. */
function signInRoutes(context: RouteContext, parts: SessionParts & Pick<RouteParts, "oidc">) {
  const failed = recordFailedSignIns(context);
  const tried = { wrongKeys: countWrongKeys(context.clock), failed };
  const passkeys = { ...context, ...parts, challenges: createChallenges(context.clock) };
  return new Elysia()
    .use(sessionRoutes(context, { ...parts, ...tried }))
    .use(passkeySignInRoutes({ ...passkeys, ...tried }))
    .use(oidcRoutes(context, { ...parts.oidc, signInRules: parts.signInRules, failed }))
    .use(passkeysRoutes(passkeys));
}

function everyScoreRoute(context: RouteContext) {
  return new Elysia()
    .use(scoresRoutes(context))
    .use(trendRoutes(context))
    .use(skillInputsRoutes(context))
    .use(repairsRoutes(context))
    .use(teamRoutes(context))
    .use(baselinesRoutes(context));
}

/** What people and agents did. */
function workRoutes(context: RouteContext) {
  return new Elysia()
    .use(metricsRoutes(context))
    .use(subSessionsRoutes(context))
    .use(boundariesRoutes(context))
    .use(outcomeRoutes(context))
    .use(sessionsRoutes(context))
    .use(labelsRoutes(context))
    .use(importsRoutes(context))
    .use(qualityRetentionRoutes(context))
    .use(slowestTurnsRoutes(context))
    .use(latencyRoutes(context))
    .use(spendRoutes(context))
    .use(usageRoutes(context))
    .use(telemetryLogsRoutes(context))
    .use(telemetrySpansRoutes(context))
    .use(telemetryMetricsRoutes(context))
    .use(developersListRoutes(context))
    .use(presenceRoutes(context));
}

function everyPromptRoute(
  context: RouteContext,
  { languageModel: model, modelCheck }: Pick<RouteParts, "languageModel" | "modelCheck">,
) {
  return new Elysia()
    .use(promptsRoutes(context))
    .use(searchRoutes(context))
    .use(missingChecksRoutes(context))
    .use(rankedPromptsRoutes(context))
    .use(scorePromptRoutes(context))
    .use(rejudgeRoutes(context, model))
    .use(agreementRoutes(context, { model, ...modelCheck }));
}

function insightRoutes(context: RouteContext, parts: Pick<RouteParts, "listeners" | "publicUrl">) {
  return new Elysia()
    .use(rightsizingRoutes(context))
    .use(modelTrialRoutes(context))
    .use(throttleRoutes(context))
    .use(advisorRoutes(context))
    .use(habitRoutes(context))
    .use(cardStreamRoutes(context, parts.listeners))
    .use(satisfactionRoutes(context))
    .use(governanceRoutes(context));
}

/** Reports that are made again and again. */
function scheduleRoutes(context: RouteContext) {
  return new Elysia()
    .use(schedulesRoutes(context))
    .use(changeSchedulesRoutes(context))
    .use(scheduleRunsRoutes(context));
}

function everyAlertRoute(context: RouteContext, settings: AlertSettings) {
  return new Elysia().use(alertsRoutes(context, settings)).use(alertRulesRoutes(context));
}

function integrationRoutes(context: RouteContext, install: InstallSettings) {
  return new Elysia()
    .use(slackRoutes(context, install))
    .use(installRoutes(context, install))
    .use(webhooksRoutes(context))
    .use(emailRoutes(context));
}

function everyReportRoute(context: RouteContext, parts: RouteParts) {
  return new Elysia()
    .use(reportRoutes(context, parts))
    .use(windowInsightRoutes(context, parts.languageModel));
}

function adminRoutes(context: RouteContext, parts: Pick<RouteParts, "retention" | "publicUrl">) {
  return new Elysia()
    .use(auditRoutes(context))
    .use(auditExportRoutes(context))
    .use(readsRoutes(context))
    .use(coverageRoutes(context))
    .use(developersRoutes(context))
    .use(purgeRoutes(context))
    .use(ownDataRoutes(context))
    .use(accountsRoutes(context))
    .use(keysRoutes(context))
    .use(rotationsRoutes(context))
    .use(signInLinksRoutes(context, parts))
    .use(organizationRoutes(context, parts.retention))
    .use(judgeRoutes(context));
}
