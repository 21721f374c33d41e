/** Opens the front door: ingest, the API and the pages, with what is behind them. */
import { modelCheckOf } from "../judge.ts";
import { hostname } from "node:os";
import { queriesBy } from "../../answers/queries.ts";
import { changesBy } from "../../answers/changes.ts";
import type { ReadPool } from "../../answers/read-pool.ts";
import { changeAnswer, queryAnswer } from "../../http/answered.ts";
import { createApi } from "../../http/api.ts";
import { readBundle } from "../../http/dashboard/bundle.ts";
import { createPages } from "../../http/dashboard/pages.ts";
import type { Listeners } from "../../http/event-stream/listeners.ts";
import { createKnownHosts } from "../../http/hosts/known-hosts.ts";
import { pluginConfig } from "../../http/plugin/config.ts";
import { createProxies } from "../../http/sign-in/client.ts";
import type { SignInRules } from "../../http/sign-in/rules.ts";
import { type Behind, type RunningServer, startServer } from "../../http/server.ts";
import { type ShownCertificate, reportCertificate } from "../../http/tls/certificate.ts";
import type { IngestCounters } from "../../ingest/counters.ts";
import { noteMisdirected } from "../../ingest/senders/misdirected.ts";
import type { RefusedSenders } from "../../ingest/senders/refused-senders.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { EngineDesk } from "../engine/engine-desk.ts";
import type { People } from "../keys/open-keys.ts";
import type { DiskWatch } from "../observe/disk.ts";
import type { ObservingAppliance, StageLogs } from "../observe/observe-self.ts";
import { openIngest } from "./open-ingest.ts";
import { type KeptProvider, keepProvider } from "./keep-provider.ts";
import type { OutageJournal } from "../outage-journal.ts";
import type { RunningStream } from "../stream.ts";

/** The running parts that the door leads to. */
export interface Inside extends People {
  stream: RunningStream;
  engine: EngineDesk;
  disk: DiskWatch;
  pool: ReadPool;
  ingestCounters: IngestCounters;
  refusedSenders: RefusedSenders;
  observation: ObservingAppliance;
  logs: StageLogs;
  prices: PriceTable;
  /** null where no telemetry is taken. */
  journal: OutageJournal | null;
  listeners: Listeners;
  certificate: ShownCertificate;
}

/** The open door, which takes other settings while it is open. */
export interface FrontDoor extends RunningServer {
  change(settings: Settings, prices: PriceTable): void;
}

interface DoorParts {
  clock: Clock;
  log: Log;
  /** A stand-in for Slack, which only tests give. */
  slackUrl?: string;
}

/**
 * Opens it.
 *
 * @throws An exception when it cannot listen there.
 */
export async function openFrontDoor(
  settings: Settings,
  parts: DoorParts,
  inside: Inside,
): Promise<FrontDoor> {
  const shown = inside.certificate;
  if (shown.current !== null) reportCertificate(shown.current, parts.log);
  const pages = createPages(await readBundle());
  const { listen } = settings;
  const withOidc = { ...inside, oidc: keepProvider(parts.clock) };
  const behind = { ...behindDoor(settings, parts, withOidc), pages };
  const opened = startServer({ ...behind, listen, certificate: shown.current });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { change, ...server } = opened.value;
  return {
    ...server,
    renew: (certificate) => {
      server.renew(certificate);
      shown.current = certificate;
    },
    change: (changed, prices) => change({ ...behindDoor(changed, parts, { ...withOidc, prices }), pages }),
  };
}

function behindDoor(
  settings: Settings,
  parts: DoorParts,
  inside: Inside & { oidc: KeptProvider },
): Omit<Behind, "pages"> {
  const { stream, keyring, ingestCounters: counters, refusedSenders, journal } = inside;
  return {
    corsOrigins: settings.corsOrigin,
    publicUrl: settings.publicUrl,
    hosts: createKnownHosts(settings, hostname()),
    proxies: createProxies(settings, warnOnceOfUnlisted(parts.log)),
    intake: journal === null ? null : openIngest(settings, parts.clock, { ...inside, journal }),
    misdirected: (request) => noteMisdirected(request, { keys: keyring, counters, refusedSenders }),
    isStreamConnected: () => stream.isHealthy(),
    api: apiBehind(settings, parts, inside),
  };
}

function apiBehind(
  settings: Settings,
  { clock, log, slackUrl }: DoorParts,
  inside: Inside & { oidc: KeptProvider },
): Behind["api"] {
  const { engine, pool, observation } = inside;
  return createApi({
    keyring: inside.keyring,
    signIns: inside.signIns,
    requestsPerMinute: settings.keyRequestsPerMinute,
    leadSees: settings.leadSees,
    links: inside.links,
    signInRules: rulesOf(settings),
    publicUrl: settings.publicUrl,
    contact: settings,
    retention: {
      rawDays: settings.rawRetentionDays,
      maxBytes: settings.rawMaxBytes,
      reportDays: settings.reportRetentionDays,
    },
    alertsNameDevelopers: settings.alertsNameDevelopers,
    languageModel: settings.llmBaseUrl === null ? null : settings.llmModel,
    modelCheck: modelCheckOf(settings),
    install: { ...settings, slackUrl: slackUrl ?? null },
    oidc: { ...inside.oidc(settings), refresh: () => inside.refresh(), log },
    clock,
    log,
    queries: (keyId) => queriesBy((name, asked) => queryAnswer(pool.ask(name, asked, keyId))),
    changes: (by) => changesBy((name, asked) => changeAnswer(engine.change(name, asked, by))),
    prices: inside.prices,
    askReadiness: observation.askReadiness,
    observation,
    listeners: inside.listeners,
    prism: inside.journal === null ? 404 : 410,
    plugin: pluginConfig(settings),
  });
}

function rulesOf({
  signInHours: hours,
  signInIdleHours: idleHours,
  signInWithKey: withKey,
}: Settings): SignInRules {
  return { hours, idleHours, withKey };
}

const UNLISTED =
  "requests come through an ingest node that trusted_proxies does not list, so everybody there counts as one client; " +
  "add its address to trusted_proxies";

/** Once: anybody can send the header that an ingest node sends. */
function warnOnceOfUnlisted(log: Log): (address: string) => void {
  let warned = false;
  return (address) => {
    if (!warned) log.warning(UNLISTED, { address });
    warned = true;
  };
}
