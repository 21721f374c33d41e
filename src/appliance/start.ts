/** Starts the parts of the appliance in the order of the flow, and stops them in reverse. */
import { forgiveAttempts } from "../attempts/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { changeAnswer, queryAnswer } from "../http/answered.ts";
import { createApi } from "../http/api.ts";
import { openMetricsDoor } from "../http/self/metrics-door.ts";
import { changesBy } from "../answers/changes.ts";
import { queriesBy } from "../answers/queries.ts";
import { ReadPool } from "../answers/read-pool.ts";
import type { SelfObservation } from "../http/routes/admin/status.ts";
import { type RunningServer, startServer } from "../http/server.ts";
import { writeFirstKeys } from "../identity/first-keys-file.ts";
import { createFirstKeys, type FirstKeys } from "../identity/first-keys.ts";
import { createKeyring, type Keyring } from "../identity/keys/keyring.ts";
import { createIngest } from "../ingest/accept.ts";
import { createIngestCounters, type IngestCounters } from "../ingest/counters.ts";
import { noteMisdirected } from "../ingest/senders/misdirected.ts";
import type { RefusedSenders } from "../ingest/senders/refused-senders.ts";
import type { PriceTable } from "../prices/price-table.ts";
import type { Settings } from "../settings/schema.ts";
import type { StreamRequest } from "../stream/request.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import { requireCatalogue } from "../writer/upkeep/strays.ts";
import { type DiskWatch, watchDisk } from "./observe/disk.ts";
import { explainFailure } from "./explain-failure.ts";
import { OutageJournal } from "./outage-journal.ts";
import { holdDirectory } from "./directory.ts";
import { prepareDatabase } from "./rebuild/forget-derived.ts";
import type { EngineDesk } from "./engine/engine-desk.ts";
import { EngineThread } from "./engine/engine-thread.ts";
import { attemptsPath, firstKeysPath } from "./layout.ts";
import { loadPrices } from "./load-prices.ts";
import { type ObservingAppliance, observeSelf, type StageLogs, stageLogs } from "./observe/observe-self.ts";
import { rememberRefusedSenders } from "./refused-senders-file.ts";
import { type RunningStream, startStream } from "./stream.ts";
import { Stopwatch } from "./stopwatch.ts";
import { userName } from "./user-name.ts";
import { openDatabaseOf, openObjectsOf } from "../stores.ts";

/** What the appliance cannot make for itself. */
export interface ApplianceParts {
  clock: Clock;
  log: Log;
  /** Starts the thread of that name; the executable knows its workers by their place in it. */
  startWorker(name: "engine" | "reader"): Worker;
  /** How far the engine's clock runs ahead, to try out what only time changes; 0 when absent. */
  engineClockAheadMs?: Milliseconds;
}

/** A running appliance. */
export interface Appliance {
  /** The address of the front door. */
  url: string;
  /** The two keys of a first start, which lie in a file as well; null on every later one. */
  firstKeys: FirstKeys | null;
  /** Process id of the stream's server, for status pages and for tests that end it. */
  streamPid(): number | null;
  /** Drains what is under way, syncs it and closes everything. */
  stop(): Promise<void>;
}

/** One key has all but one of them at a time. */
const READ_WORKERS = 3;
/** A revoked key stops within a second; so the keys are read twice as often. */
const REFRESH_KEYS_MS: Milliseconds = SECOND / 2;

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
  const keyring = await openKeyring(settings, parts, { engine, started });
  const pool = openPool(settings, parts, engine);
  started.add("readers", async () => pool.stop());
  const refusedSenders = rememberRefusedSenders(dataDir, parts);
  started.add("refused senders", () => refusedSenders.stop());
  const counted = { ingestCounters: createIngestCounters(), refusedSenders };
  const watched = { ...counted, stream, engine, disk, pool, clock: parts.clock, startedAt, logs };
  const observation = observeSelf(settings, watched);
  openScrapersDoor(settings, { observation, started, log: parts.log });
  const inside = { ...counted, stream, engine, disk, keyring, pool, prices, observation, logs };
  const journal = OutageJournal.open(dataDir, parts.clock);
  started.add("journal of outages", async () => journal.close());
  // before the journal, which is told of what it could not publish any more
  started.add("publisher", () => stream.publisher.stop());
  const server = await openDoor(settings, parts, { ...inside, journal });
  started.add("door", (withinMs) => server.stop(withinMs));
  // the first to stop: readiness fails and OTLP answers 503, while the door ends what is under way
  started.add("ingest", async () => stream.leave());
  const firstKeys = await makeFirstKeys(dataDir, parts.clock);
  await keyring.refresh();
  return { url: server.url, firstKeys, streamPid: () => stream.pid(), stop: () => started.stopAll() };
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

async function openKeyring(
  settings: Settings,
  { clock, log }: ApplianceParts,
  { engine, started }: { engine: EngineDesk; started: Stopwatch },
): Promise<Keyring> {
  const database = openDatabaseOf(settings, "read");
  const keyring = await createKeyring(database, { clock, recordUses: (uses) => engine.recordUses(uses) });
  const timer = setInterval(() => {
    keyring.refresh().catch((error: unknown) =>
      log.error("could not reread the keys", {
        error: explainFailure(describeError(error), settings.dataDir),
      }),
    );
  }, REFRESH_KEYS_MS);
  started.add("keys", async () => {
    clearInterval(timer);
    await database.destroy();
  });
  return keyring;
}

function openPool(settings: Settings, parts: ApplianceParts, engine: EngineDesk): ReadPool {
  return new ReadPool({
    stores: settings,
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

interface Inside {
  stream: RunningStream;
  engine: EngineDesk;
  disk: DiskWatch;
  keyring: Keyring;
  pool: ReadPool;
  ingestCounters: IngestCounters;
  refusedSenders: RefusedSenders;
  observation: ObservingAppliance;
  logs: StageLogs;
  prices: PriceTable;
  journal: OutageJournal;
}

async function openDoor(
  settings: Settings,
  { clock, log }: ApplianceParts,
  inside: Inside,
): Promise<RunningServer> {
  const { stream, engine, keyring, pool, observation, logs } = inside;
  const otlp = createIngest({
    keys: keyring,
    publisher: notingRefusals(inside),
    clock,
    limits: {
      bodyBytes: settings.bodyLimitBytes,
      items: settings.maxItems,
      requestsPerMinute: settings.keyRequestsPerMinute,
    },
    counters: inside.ingestCounters,
    refusedSenders: inside.refusedSenders,
    log: logs.ingest,
  });
  const api = createApi({
    keyring,
    clock,
    log,
    queries: (keyId) => queriesBy((name, asked) => queryAnswer(pool.ask(name, asked, keyId))),
    changes: changesBy((name, asked) => changeAnswer(engine.change(name, asked))),
    prices: inside.prices,
    askReadiness: observation.askReadiness,
    observation,
  });
  const opened = startServer({
    listen: settings.listen,
    corsOrigins: settings.corsOrigin,
    otlp,
    misdirected: (request) =>
      noteMisdirected(request, {
        keys: keyring,
        counters: inside.ingestCounters,
        refusedSenders: inside.refusedSenders,
      }),
    isStreamConnected: () => stream.isHealthy(),
    api,
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
}

/** What ingest publishes to; what it refuses is noted, because agents may not send it again. */
function notingRefusals({ stream, disk, journal }: Pick<Inside, "stream" | "disk" | "journal">) {
  return {
    publish: async (request: StreamRequest) => {
      const outcome = await stream.publisher.publish(request);
      if (!outcome.ok) journal.refused(outcome.problem.kind);
      return outcome;
    },
    refusal: () => {
      const why = stream.refusal() ?? (disk.hasRoom() ? null : "full");
      if (why !== null) journal.refused(why);
      return why;
    },
  };
}

async function makeFirstKeys(dataDir: string, clock: Clock): Promise<FirstKeys | null> {
  const database = openDatabaseOf({ dataDir }, "write");
  try {
    return await inTransaction(database, "full", async (transaction) => {
      const keys = await createFirstKeys(transaction, userName(), clock());
      // before the commit: keys that are in force and that nobody knows would help nobody
      if (keys !== null) await writeFirstKeys(firstKeysPath(dataDir), keys);
      return keys;
    });
  } finally {
    await database.destroy();
  }
}
