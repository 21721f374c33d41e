/** Starts the parts of the appliance in the order of the flow, and stops them in reverse. */
import { forgiveAttempts } from "../attempts/open.ts";
import { changeAnswer, queryAnswer } from "../http/answered.ts";
import { pluginConfig } from "../http/plugin/config.ts";
import { createApi } from "../http/api.ts";
import { readBundle } from "../http/dashboard/bundle.ts";
import type { ReadToldCard } from "../http/event-stream/told-cards.ts";
import { createPages } from "../http/dashboard/pages.ts";
import { Listeners } from "../http/event-stream/listeners.ts";
import { openMetricsDoor } from "../http/self/metrics-door.ts";
import { changesBy } from "../answers/changes.ts";
import { queriesBy } from "../answers/queries.ts";
import { ReadPool } from "../answers/read-pool.ts";
import type { SelfObservation } from "../http/routes/admin/status.ts";
import { type RunningServer, startServer } from "../http/server.ts";
import type { FirstKeys } from "../identity/first-keys.ts";
import { createIngestCounters, type IngestCounters } from "../ingest/counters.ts";
import { noteMisdirected } from "../ingest/senders/misdirected.ts";
import type { RefusedSenders } from "../ingest/senders/refused-senders.ts";
import type { PriceTable } from "../prices/price-table.ts";
import type { Settings } from "../settings/schema.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { requireCatalogue } from "../writer/upkeep/strays.ts";
import { type DiskWatch, watchDisk } from "./observe/disk.ts";
import { OutageJournal } from "./outage-journal.ts";
import { holdDirectory } from "./directory.ts";
import { prepareDatabase } from "./rebuild/forget-derived.ts";
import { openIngest } from "./open-ingest.ts";
import type { EngineDesk } from "./engine/engine-desk.ts";
import { EngineThread } from "./engine/engine-thread.ts";
import { makeFirstKeys, openKeyring, type People } from "./keys/open-keys.ts";
import { attemptsPath } from "./layout.ts";
import { loadPrices } from "./load-prices.ts";
import { linkFor } from "./sign-in-link.ts";
import { type ObservingAppliance, observeSelf, type StageLogs, stageLogs } from "./observe/observe-self.ts";
import { rememberRefusedSenders } from "./refused-senders-file.ts";
import { type RunningStream, startStream } from "./stream.ts";
import { Stopwatch } from "./stopwatch.ts";
import { openDatabaseOf, openObjectsOf } from "../stores.ts";

/** The threads beside the main one, by what they do. */
export type WorkerName = "engine" | "reader" | "keys";

/** What the appliance cannot make for itself. */
export interface ApplianceParts {
  clock: Clock;
  log: Log;
  /** Starts the thread of that name; the executable knows its workers by their place in it. */
  startWorker(name: WorkerName): Worker;
  /** How far the engine's clock runs ahead, to try out what only time changes; 0 when absent. */
  engineClockAheadMs?: Milliseconds;
}

/** A running appliance. */
export interface Appliance {
  /** The address of the front door. */
  url: string;
  /** The two keys of a first start, which lie in a file as well; null on every later one. */
  firstKeys: FirstKeys | null;
  /**
   * A link that signs a browser on this machine in, once and within five minutes.
   *
   * Takes: the key it stands for; null for the oldest admin key. Gives: null when that key is not in force.
   */
  signInLink(key: string | null): Promise<string | null>;
  /** Process id of the stream's server, for status pages and for tests that end it. */
  streamPid(): number | null;
  /** Drains what is under way, syncs it and closes everything. */
  stop(): Promise<void>;
}

/** One key has all but one of them at a time. */
const READ_WORKERS = 3;

/**
 * Starts the appliance on the data directory of the settings.
 *
 * Fails: an exception whose message tells a person what to do; what was started until then is stopped again.
 */
export async function startAppliance(settings: Settings, parts: ApplianceParts): Promise<Appliance> {
  const started = new Stopwatch(parts.log);
  try {
    return await startParts(settings, parts, started);
  } catch (error) {
    await started.stopAll();
    throw error;
  }
}

async function startParts(settings: Settings, parts: ApplianceParts, started: Stopwatch): Promise<Appliance> {
  const { dataDir } = settings;
  const [startedAt, logs] = [parts.clock(), stageLogs(parts)];
  const prices = loadPrices(settings);
  const lock = await holdDirectory(dataDir);
  started.add("lock", async () => lock.release());
  await started.time("database", () => prepareRows(dataDir));
  const stream = await started.time("stream", () =>
    startStream(settings, { clock: parts.clock, log: logs.stream }),
  );
  started.add("stream", (withinMs) => stream.stop(withinMs));
  const engine = await started.time("engine", () =>
    startEngine(settings, { ...parts, log: logs.engine }, { stream, prices }),
  );
  started.add("engine", async (withinMs) => {
    await engine.stop(withinMs);
    forgiveAttempts(attemptsPath(dataDir)); // one that was broken off did not die of what it was at
  });
  const floor = { bytes: settings.diskFloorBytes, share: settings.diskFloorShare };
  const disk = watchDisk(dataDir, floor, parts.log);
  started.add("disk", async () => disk.stop());
  const people = await openKeyring(settings, parts, { engine, started });
  const pool = openPool(settings, parts, { engine, prices });
  started.add("readers", async () => pool.stop());
  const refusedSenders = rememberRefusedSenders(dataDir, parts);
  started.add("refused senders", () => refusedSenders.stop());
  const counted = { ingestCounters: createIngestCounters(), refusedSenders };
  const listeners = openListeners({ stream, pool }, parts.log);
  const watched = { ...counted, listeners, stream, engine, disk, pool, clock: parts.clock, startedAt, logs };
  const observation = observeSelf(settings, watched);
  openScrapersDoor(settings, { observation, started, log: parts.log });
  const inside = { ...counted, ...people, stream, engine, disk, pool, prices, observation, logs };
  const journal = await OutageJournal.open(dataDir, parts.clock);
  started.add("journal of outages", () => journal.close());
  // before the journal, which is told of what it could not publish any more
  started.add("publisher", () => stream.publisher.stop());
  const server = await openDoor(settings, parts, { ...inside, journal, listeners });
  started.add("door", (withinMs) => server.stop(withinMs));
  // before the door, which waits for what is open
  started.add("event streams", async () => listeners.stop());
  // the first to stop: readiness fails and OTLP answers 503, while the door ends what is under way
  started.add("ingest", async () => stream.leave());
  const firstKeys = await makeFirstKeys(dataDir, parts.clock);
  await people.refresh();
  const { url } = server;
  const signInLink = (key: string | null) => linkFor(key, { ...people, url });
  return { url, firstKeys, signInLink, streamPid: () => stream.pid(), stop: () => started.stopAll() };
}

async function prepareRows(dataDir: string): Promise<void> {
  const database = openDatabaseOf({ dataDir }, "write");
  try {
    // a new version that keeps other rows works them out from the objects while it runs
    await prepareDatabase(database);
    await requireCatalogue(database, openObjectsOf({ dataDir }));
  } finally {
    await database.destroy();
  }
}

function startEngine(
  settings: Settings,
  parts: ApplianceParts,
  { stream, prices }: { stream: RunningStream; prices: PriceTable },
): Promise<EngineThread> {
  return EngineThread.start({
    options: {
      settings,
      prices,
      address: stream.address,
      streamCreatedAt: stream.createdAt,
      clockAheadMs: parts.engineClockAheadMs ?? 0,
      pressure: stream.pressure,
    },
    startWorker: () => parts.startWorker("engine"),
    log: parts.log,
  });
}

function openPool(
  settings: Settings,
  parts: ApplianceParts,
  { engine, prices }: { engine: EngineDesk; prices: PriceTable },
): ReadPool {
  return new ReadPool({
    stores: settings,
    prices,
    workers: READ_WORKERS,
    deadline: settings.requestDeadlineMs,
    startWorker: () => parts.startWorker("reader"),
    damaged: (frame) => engine.noteDamage(frame),
  });
}

/** The second door, when the settings ask for one. */
function openScrapersDoor(
  { metricsListen }: Settings,
  { observation, started, log }: { observation: SelfObservation; started: Stopwatch; log: Log },
): void {
  if (metricsListen === null) return;
  const opened = openMetricsDoor({ listen: metricsListen, measure: () => observation.measure(null), log });
  if (!opened.ok) throw new Error(opened.problem.message);
  log.info("measurements are served without a key", { url: `${opened.value.url}/metrics` });
  started.add("metrics door", (withinMs) => opened.value.stop(withinMs));
}

function openListeners({ stream, pool }: Pick<Inside, "stream" | "pool">, log: Log): Listeners {
  const readCard: ReadToldCard = (asked) => queryAnswer(pool.ask("readToldCard", asked, null));
  return new Listeners({ cards: stream.cards, readCard, log });
}

interface Inside extends People {
  stream: RunningStream;
  engine: EngineDesk;
  disk: DiskWatch;
  pool: ReadPool;
  ingestCounters: IngestCounters;
  refusedSenders: RefusedSenders;
  observation: ObservingAppliance;
  logs: StageLogs;
  prices: PriceTable;
  journal: OutageJournal;
  listeners: Listeners;
}

async function openDoor(
  settings: Settings,
  { clock, log }: ApplianceParts,
  inside: Inside,
): Promise<RunningServer> {
  const { stream, engine, keyring, pool, observation, ingestCounters: counters, refusedSenders } = inside;
  const { otlp, capture } = openIngest(settings, clock, inside);
  const api = createApi({
    keyring,
    signIns: inside.signIns,
    requestsPerMinute: settings.keyRequestsPerMinute,
    links: inside.links,
    publicUrl: settings.publicUrl,
    retention: { rawDays: settings.rawRetentionDays, maxBytes: settings.rawMaxBytes },
    languageModel: settings.llmBaseUrl === null ? null : settings.llmModel,
    install: settings,
    clock,
    log,
    queries: (keyId) => queriesBy((name, asked) => queryAnswer(pool.ask(name, asked, keyId))),
    changes: changesBy((name, asked) => changeAnswer(engine.change(name, asked))),
    prices: inside.prices,
    askReadiness: observation.askReadiness,
    observation,
    listeners: inside.listeners,
    plugin: pluginConfig(settings),
  });
  const opened = startServer({
    listen: settings.listen,
    corsOrigins: settings.corsOrigin,
    otlp,
    capture,
    misdirected: (request) => noteMisdirected(request, { keys: keyring, counters, refusedSenders }),
    isStreamConnected: () => stream.isHealthy(),
    pages: createPages(await readBundle()),
    api,
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
}
