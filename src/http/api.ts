/** The API behind the front door: every path but OTLP and /health, with one guard and one place for errors. */
import { Elysia } from "elysia";
import type { SignIns } from "../identity/sign-ins/sign-in.ts";
import { pathOf } from "../ingest/path.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import { speakPlainly } from "../vocabulary/wording/plain-flaws.ts";
import { readBoundedBody } from "./bounded-body.ts";
import { type ApiChanges, changesBy } from "../answers/changes.ts";
import type { RouteContext } from "./route-context.ts";
import { createGuard } from "./guard.ts";
import { answerUnrouted } from "./methods.ts";
import { describeApi, type DocumentedRoute } from "./openapi/openapi.ts";
import { plainQuery } from "./plain-query.ts";
import { answerError } from "./problems.ts";
import type { ApiQueries } from "../answers/queries.ts";
import type { Readiness } from "./self/readiness.ts";
import { answerRemoved } from "./removed.ts";
import { advisorRoutes } from "./routes/advisor/cards.ts";
import { aboutRoutes } from "./routes/about.ts";
import { agentsRoutes } from "./routes/agents.ts";
import { spendRoutes } from "./routes/spend.ts";
import { baselinesRoutes } from "./routes/baselines.ts";
import { boundariesRoutes } from "./routes/sessions/boundaries.ts";
import { coverageRoutes } from "./routes/admin/coverage.ts";
import { developersRoutes } from "./routes/admin/developers.ts";
import { keysRoutes } from "./routes/admin/keys.ts";
import { organizationRoutes, type Retention } from "./routes/admin/organization.ts";
import { purgeRoutes } from "./routes/admin/purge.ts";
import { developersListRoutes } from "./routes/developers.ts";
import { healthRoutes } from "./routes/health.ts";
import { judgeRoutes } from "./routes/admin/judge.ts";
import { rightsizingRoutes } from "./routes/intelligence/rightsizing.ts";
import { latencyRoutes } from "./routes/latency.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { agreementRoutes } from "./routes/prompts/agreement.ts";
import { promptsRoutes } from "./routes/prompts/prompts.ts";
import { rankedPromptsRoutes } from "./routes/prompts/ranked-prompts.ts";
import { scorePromptRoutes } from "./routes/prompts/score-prompt.ts";
import { qualityRetentionRoutes } from "./routes/quality-retention.ts";
import { reportRoutes } from "./routes/reports.ts";
import { sessionsRoutes } from "./routes/sessions/sessions.ts";
import { type SessionParts, sessionRoutes } from "./routes/session.ts";
import { satisfactionRoutes } from "./routes/satisfaction.ts";
import { scoresRoutes } from "./routes/scores/scores.ts";
import { skillInputsRoutes } from "./routes/scores/skill-inputs.ts";
import { slowestTurnsRoutes } from "./routes/slowest-turns.ts";
import { type SelfObservation, statusRoutes } from "./routes/admin/status.ts";
import { subSessionsRoutes } from "./routes/sessions/sub-sessions.ts";
import { teamRoutes } from "./routes/scores/team.ts";
import { telemetryLogsRoutes } from "./routes/telemetry-logs.ts";
import { trendRoutes } from "./routes/scores/trends.ts";
import { type PluginConfig, pluginConfig, pluginRoutes } from "./plugin/config.ts";
import type { SignInLinks } from "./sign-in/links.ts";
import { untilRemade } from "./until-remade.ts";

/** What the API is made of. */
export interface ApiParts {
  keyring: RouteContext["keyring"];
  signIns: SignIns;
  links: SignInLinks;
  publicUrl: string | null;
  /** As the settings have it. */
  retention: Retention;
  /** The one that the settings name; null for none. */
  languageModel: string | null;
  clock: Clock;
  log: Log;
  /** Asked on behalf of a key; null for the server itself. */
  queries(keyId: string | null): ApiQueries;
  changes: ApiChanges;
  prices: RouteContext["prices"];
  askReadiness(): Promise<Readiness>;
  observation: SelfObservation;
  /** What the client plugin is told. */
  plugin: PluginConfig;
}

/** Builds the API. Each request is judged first, then looked up among the removed endpoints, then routed. */
export function createApi(parts: ApiParts) {
  speakPlainly();
  const { keyring, clock, prices, log } = parts;
  const guard = createGuard(parts);
  const { queries, changes } = untilRemade(parts);
  const queriesOf = (request: Request): ApiQueries => queries(guard.callerOf(request).keyId);
  const context: RouteContext = { keyring, clock, queries: queriesOf, changes, prices, guard };
  // Filled once all routes are mounted; the frame's own answers depend on what is there.
  const routes: DocumentedRoute[] = [];
  // behind a proxy the host may be a short name; by default Elysia takes it for at least four letters
  const api = new Elysia({ handler: { standardHostname: false } })
    .onRequest(async ({ request }) => {
      const path = pathOf(request.url);
      return (await context.guard.admit(request, path)) ?? answerRemoved(request, path);
    })
    .onParse(({ request, contentType }) => (contentType === "" ? undefined : readBoundedBody(request)))
    .onTransform((context) => void Object.assign(context, { query: plainQuery(context.request) }))
    .onError(({ code, error, request }) =>
      code === "NOT_FOUND"
        ? answerUnrouted(routes, pathOf(request.url))
        : answerError({ code, error, request }, log),
    )
    .use(routesOf(context, { ...parts, describe: () => describeApi(routes) }));
  routes.push(...api.routes);
  return api;
}

interface RouteParts
  extends
    Pick<ApiParts, "askReadiness" | "observation" | "plugin" | "retention" | "languageModel">,
    SessionParts {
  /** Writes the OpenAPI document. */
  describe(): object;
}

function routesOf(context: RouteContext, parts: RouteParts) {
  return new Elysia()
    .use(aboutRoutes(parts.describe))
    .use(healthRoutes(parts.askReadiness))
    .use(sessionRoutes(context, parts))
    .use(agentsRoutes(parts))
    .use(spendRoutes(context))
    .use(statusRoutes(context, parts.observation))
    .use(scoresRoutes(context))
    .use(metricsRoutes(context))
    .use(trendRoutes(context))
    .use(skillInputsRoutes(context))
    .use(teamRoutes(context))
    .use(latencyRoutes(context))
    .use(slowestTurnsRoutes(context))
    .use(qualityRetentionRoutes(context))
    .use(subSessionsRoutes(context))
    .use(boundariesRoutes(context))
    .use(sessionsRoutes(context))
    .use(baselinesRoutes(context))
    .use(everyPromptRoute(context, parts.languageModel))
    .use(rightsizingRoutes(context))
    .use(coverageRoutes(context))
    .use(developersRoutes(context))
    .use(purgeRoutes(context))
    .use(keysRoutes(context))
    .use(organizationRoutes(context, parts.retention))
    .use(developersListRoutes(context))
    .use(judgeRoutes(context))
    .use(advisorRoutes(context))
    .use(satisfactionRoutes(context))
    .use(telemetryLogsRoutes(context))
    .use(pluginRoutes(parts.plugin))
    .use(reportRoutes());
}

/** Together, because the compiler follows a chain of so many routes and no more. */
function everyPromptRoute(context: RouteContext, languageModel: string | null) {
  return new Elysia()
    .use(promptsRoutes(context))
    .use(rankedPromptsRoutes(context))
    .use(scorePromptRoutes(context))
    .use(agreementRoutes(context, languageModel));
}

/** The OpenAPI document without a running API. */
export function apiDocument(): object {
  const unused = (): never => {
    throw new Error("BUG: the API was asked while it was only described");
  };
  const keyring = { judge: unused, judgeId: unused, organization: unused, isAlone: unused };
  const asks = { queries: unused, changes: changesBy(unused), prices: { date: "", sha256: "" } };
  const context: RouteContext = {
    keyring,
    clock: unused,
    ...asks,
    guard: createGuard({ keyring, signIns: { keyOf: unused }, publicUrl: null }),
  };
  const observation = { measure: unused, status: unused };
  const plugin = pluginConfig({ captureMode: "full", promptMaxChars: 1 });
  return describeApi(
    routesOf(context, {
      askReadiness: unused,
      observation,
      plugin,
      describe: unused,
      links: { redeem: unused },
      publicUrl: null,
      retention: { rawDays: 0, maxBytes: null },
      languageModel: null,
    }).routes,
  );
}
