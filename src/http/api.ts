/** The API behind the front door: every path but OTLP and /health, with one guard and one place for errors. */
import { actorOf } from "../identity/caller.ts";
import { Elysia } from "elysia";
import type { SignIns } from "../identity/sign-ins/sign-in.ts";
import { pathOf } from "../ingest/path.ts";
import { createRateLimit } from "../ingest/rate.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { type Log, silentLog } from "../vocabulary/log.ts";
import { speakPlainly } from "../vocabulary/wording/plain-flaws.ts";
import { NO_BODY, readBoundedBody } from "./bounded-body.ts";
import type { AuditedBy } from "../answers/audited.ts";
import { type ApiChanges, changesBy } from "../answers/changes.ts";
import type { RouteContext } from "./route-context.ts";
import type { LeadSees } from "./access/led.ts";
import { createGuard } from "./guard.ts";
import { answerUnrouted, refuseOtherMethod } from "./methods.ts";
import { auditedBy } from "./audit/audited-by.ts";
import { createReadings } from "./audit/readings.ts";
import { createCsvLists } from "./csv/csv-lists.ts";
import { describeApi, type DocumentedRoute } from "./openapi/openapi.ts";
import { plainQuery } from "./plain-query.ts";
import { answerError } from "./problems.ts";
import type { ApiQueries } from "../answers/queries.ts";
import { answerRemoved, type PrismStatus } from "./removed.ts";
import { everyRoute, type RouteParts } from "./routes/every-route.ts";
import { pluginConfig } from "./plugin/config.ts";
import { untilRemade } from "./until-remade.ts";

/** What the API is made of. */
export interface ApiParts extends Omit<RouteParts, "describe" | "handle"> {
  keyring: RouteContext["keyring"];
  signIns: SignIns;
  /** How many requests one key may send in a minute, telemetry and prompts not counted; 0 is no limit. */
  requestsPerMinute: number;
  leadSees: LeadSees;
  clock: Clock;
  log: Log;
  /** Asked on behalf of a key; null for the server itself. */
  queries(actorId: string | null): ApiQueries;
  /** Asked by whom the audit log names; null for a change that it does not record. */
  changes(by: AuditedBy | null): ApiChanges;
  prices: RouteContext["prices"];
  /** How the one removed endpoint is answered that an ingest node still knows. */
  prism: PrismStatus;
}

/** Builds the API. Each request is judged first, then looked up among the removed endpoints, then routed. */
export function createApi({ queries: askQuery, changes: askChange, ...parts }: ApiParts) {
  speakPlainly();
  const { keyring, clock, prices, log } = parts;
  // apart from the share of telemetry, so that looking at pages never holds back what agents send
  const rate = createRateLimit(parts.requestsPerMinute, clock);
  const guard = createGuard({ ...parts, rate });
  const { queries, changes } = untilRemade({ queries: askQuery, changes: askChange });
  const queriesOf = (request: Request): ApiQueries => queries(actorOf(guard.callerOf(request)));
  const changesOf: RouteContext["changes"] = (request, caller) =>
    changes(auditedBy(request, guard.routeOf(request), () => caller ?? guard.callerOf(request)));
  const context: RouteContext = {
    keyring,
    clock,
    queries: queriesOf,
    changes: changesOf,
    prices,
    guard,
  };
  // Filled once all routes are mounted; the frame's own answers depend on what is there.
  const routes: DocumentedRoute[] = [];
  const describe = () => describeApi(routes);
  const handle = (request: Request): Promise<Response> => api.handle(request);
  const recordReading = createReadings(context);
  const asCsv = createCsvLists({ guard, describe, handle });
  // behind a proxy the host may be a short name; by default Elysia takes it for at least four letters
  const api = new Elysia({ handler: { standardHostname: false } })
    .onRequest(async ({ request }) => {
      const path = pathOf(request.url);
      const refused = (await context.guard.admit(request, path)) ?? answerRemoved(request, path, parts.prism);
      return refused ?? refuseOtherMethod(routes, request.method, path);
    })
    .onParse(({ request }) => readBoundedBody(request))
    .onTransform((context) => {
      const { request, route, body } = context;
      guard.authorize(request, route);
      Object.assign(context, { query: plainQuery(request), body: body === NO_BODY ? undefined : body });
    })
    .onAfterHandle((answered) => recordReading(answered))
    .mapResponse((answering) => asCsv(answering))
    .onError(({ code, error, request }) =>
      code === "NOT_FOUND"
        ? answerUnrouted(routes, pathOf(request.url))
        : answerError({ code, error, request }, log),
    )
    .use(everyRoute(context, { ...parts, describe, handle }));
  routes.push(...api.routes);
  return api;
}

const NOTHING_SET = {
  slackClientId: null,
  slackClientSecret: null,
  slackUrl: null,
  publicUrl: null,
  offline: false,
} as const;

const SHIPPED_RULES = { hours: 12, idleHours: null, withKey: true };

/** The OpenAPI document without a running API. */
export function apiDocument(): object {
  const unused = (): never => {
    throw new Error("BUG: the API was asked while it was only described");
  };
  const keyring = {
    judge: unused,
    judgeId: unused,
    organization: unused,
    isAlone: unused,
    hasAccounts: unused,
  };
  const asks = { queries: unused, changes: () => changesBy(unused), prices: { date: "", sha256: "" } };
  const context: RouteContext = {
    keyring,
    clock: unused,
    ...asks,
    guard: createGuard({
      keyring,
      signIns: { resolve: unused, noteUse: unused, passOnUses: unused },
      signInRules: SHIPPED_RULES,
      publicUrl: null,
      rate: { take: unused },
      leadSees: "people",
    }),
  };
  const observation = { measure: unused, status: unused };
  const plugin = pluginConfig({ captureMode: "full", promptMaxChars: 1 });
  return describeApi(
    everyRoute(context, {
      askReadiness: unused,
      observation,
      listeners: { open: unused },
      plugin,
      describe: unused,
      handle: unused,
      links: { redeem: unused },
      signInRules: SHIPPED_RULES,
      publicUrl: null,
      retention: { rawDays: 0, maxBytes: null, reportDays: null },
      languageModel: null,
      leadSees: "people",
      alertsNameDevelopers: false,
      modelCheck: { endpoint: null, isRequired: false },
      install: NOTHING_SET,
      oidc: { provider: null, waysBack: { begin: unused, end: unused }, refresh: unused, log: silentLog },
      contact: { securityContact: null, publicUrl: null },
    }).routes,
  );
}
