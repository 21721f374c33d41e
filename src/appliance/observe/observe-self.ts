/** What the appliance answers about itself: `/readyz`, `/metrics` and `/v1/admin/status`. */
import { readEarlyRuleOf } from "../../stores.ts";
import type { StatusAnswer } from "../../http/self/status-answer.ts";
import type { SelfObservation } from "../../http/routes/admin/status.ts";
import type { Readiness } from "../../http/self/readiness.ts";
import { NEWEST_OPEN_ALERTS } from "../../insights/alerts/list-alerts.ts";
import type { RefusedSenders } from "../../ingest/senders/refused-senders.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { describeStatus } from "./describe-status.ts";
import type { Failure, StageReport } from "../../vocabulary/stage.ts";
import { measurementsOf } from "./measurements.ts";
import { inTime, observe, type ObservedParts } from "./observe.ts";
import { readinessChecks } from "./readiness.ts";
import { rememberFailures, type RememberingLog } from "./remember-failures.ts";

/** The logs of the parts whose failures the status shows. */
export type StageLogs = Record<"ingest" | "stream" | "engine", RememberingLog>;

/** Returns a log for each of these parts, all of them written to the one of the appliance. */
export function stageLogs({ log, clock }: { log: Log; clock: Clock }): StageLogs {
  const remembering = (): RememberingLog => rememberFailures(log, clock);
  return { ingest: remembering(), stream: remembering(), engine: remembering() };
}

/** Answers for the whole appliance. */
export interface ObservingAppliance extends SelfObservation {
  askReadiness(): Promise<Readiness>;
}

export function observeSelf(
  settings: Settings,
  parts: Omit<ObservedParts, "dataDir"> & { logs: StageLogs; refusedSenders: Pick<RefusedSenders, "list"> },
): ObservingAppliance {
  const observed = { ...parts, dataDir: settings.dataDir };
  const askBucketRule = bucketRules(settings, parts.clock);
  const askReadiness = readinessChecks(settings, parts, parts.clock);
  return {
    askReadiness,
    measure: async (organization) =>
      measurementsOf(await observe(observed, { organization, withinMs: MEASURED_WITHIN_MS }), organization),
    status: async (asker) => {
      const [readiness, seen, openAlerts, bucketRule] = await Promise.all([
        askReadiness(),
        observe(observed, { organization: null, withinMs: SHOWN_WITHIN_MS }),
        askOpenAlerts(settings, parts, asker.organizationId),
        askBucketRule(),
      ]);
      const failures = { ...lastFailures(parts.logs), ...stageFailures(parts.engine.stages) };
      const refused = parts.refusedSenders
        .list()
        .filter(({ organizationId }) =>
          organizationId === null ? asker.isAlone : organizationId === asker.organizationId,
        );
      return describeStatus({
        observed: seen,
        readiness,
        startedAt: parts.startedAt,
        failures,
        refused,
        openAlerts,
        bucketRule,
      });
    },
  };
}

/** Scrapers wait ten seconds. */
const MEASURED_WITHIN_MS: Milliseconds = 8 * SECOND;
/** People look when something is wrong, and wait less. */
const SHOWN_WITHIN_MS: Milliseconds = 4 * SECOND;

/** Returns what asks for a rule that deletes records early, once in a while: it changes seldom. */
function bucketRules(settings: Settings, clock: Clock): () => Promise<StatusAnswer["bucketRule"]> {
  let known: { at: Instant; rule: Promise<StatusAnswer["bucketRule"]> } | null = null;
  const { rawRetentionDays: keptDays } = settings;
  return () => {
    const now = clock();
    if (known === null || Math.abs(now - known.at) > RULE_HOLDS_MS) {
      const rule = readEarlyRuleOf(settings, now).then((found) => found && { ...found, keptDays });
      known = { at: now, rule };
    }
    return known.rule;
  };
}

const RULE_HOLDS_MS: Milliseconds = 10 * MINUTE;

/** null while the database does not answer. */
async function askOpenAlerts(
  { alertsNameDevelopers: namesDevelopers }: Settings,
  { pool }: Pick<ObservedParts, "pool">,
  organizationId: string,
): Promise<string[] | null> {
  const asked = { ...NEWEST_OPEN_ALERTS, organizationId, namesDevelopers };
  const answer = await inTime(pool.ask("listAlerts", asked), SHOWN_WITHIN_MS);
  return answer?.alerts.map(({ title }) => title) ?? null;
}

function stageFailures(stages: readonly StageReport[]): Record<string, Failure | null> {
  return Object.fromEntries(stages.map(({ name, lastFailure }) => [name, lastFailure]));
}

function lastFailures({ ingest, stream, engine }: StageLogs): Record<string, Failure | null> {
  return { ingest: ingest.lastFailure(), stream: stream.lastFailure(), engine: engine.lastFailure() };
}
