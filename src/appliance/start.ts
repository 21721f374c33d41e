/** Starts the parts of the appliance in the order of `PARTS`, and stops them in reverse. */
import { forgiveAttempts } from "../attempts/open.ts";
import { queryAnswer } from "../http/answered.ts";
import type { ReadHeardCard } from "../http/event-stream/heard-cards.ts";
import { Listeners } from "../http/event-stream/listeners.ts";
import type { ShownCertificate } from "../http/tls/certificate.ts";
import { ReadPool } from "../answers/read-pool.ts";
import type { FirstKeys } from "../identity/first-keys.ts";
import { createIngestCounters } from "../ingest/counters.ts";
import type { PriceTable } from "../prices/price-table.ts";
import type { Settings } from "../settings/schema.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import { type Instant, type Milliseconds, MINUTE } from "../vocabulary/units.ts";
import { requireCatalogue } from "../writer/upkeep/strays.ts";
import { type DiskWatch, watchDisk } from "./observe/disk.ts";
import { OutageJournal } from "./outage-journal.ts";
import { holdDirectory } from "./directory.ts";
import { prepareDatabase } from "./rebuild/forget-derived.ts";
import type { EngineDesk } from "./engine/engine-desk.ts";
import { EngineThread } from "./engine/engine-thread.ts";
import { makeFirstKeys, openKeyring } from "./keys/open-keys.ts";
import { attemptsPath } from "./layout.ts";
import { checkDoors } from "./doors/check-doors.ts";
import { type Inside, openFrontDoor } from "./doors/front-door.ts";
import { openScrapersDoor } from "./doors/metrics-door.ts";
import { loadPrices } from "./load-prices.ts";
import { Reloading } from "./reload/reload.ts";
import { linkFor } from "./sign-in-link.ts";
import { observeSelf, stageLogs } from "./observe/observe-self.ts";
import { rememberRefusedSenders } from "./refused-senders-file.ts";
import { type RunningStream, startStream } from "./stream.ts";
import { Stopwatch } from "./stopwatch.ts";
import { openDatabaseOf, openObjectsOf } from "../stores.ts";

/** The threads next to the main one, by what they do. */
export type WorkerName = "engine" | "reader" | "keys";

/** What the appliance cannot make for itself. */
export interface ApplianceParts {
  clock: Clock;
  log: Log;
  /** Starts the thread of that name; the executable knows its workers by their place in it. */
  startWorker(name: WorkerName): Worker;
  /** A stand-in for Slack, which only tests give. */
  slackUrl?: string;
}

/** A running appliance. */
export interface Appliance {
  /** The address of the front door. */
  url: string;
  /** The two keys of a first start, which are in a file as well; null on every later one. */
  firstKeys: FirstKeys | null;
  /**
   * A link that signs a browser on this machine in, once and within five minutes.
   *
   * @param key - The key that the link signs in with; null for the oldest admin key.
   * @returns null when that key is not in force.
   */
  signInLink(key: string | null): Promise<string | null>;
  /** Process id of the stream's server, for status pages and for tests that end it. */
  streamPid(): number | null;
  /** Puts settings that were read again into force, except those that need a restart; the log says which. */
  reload(read: Settings): Promise<void>;
  /** Drains what is under way, syncs it and closes everything. */
  stop(): Promise<void>;
}

/** A backup of many gigabytes, or a purge of a person of years. */
const COMMANDS_END_WITHIN_MS: Milliseconds = 30 * MINUTE;
/** One key has all but one of them at a time. */
const READ_WORKERS = 3;
/** Whoever looks at pages asks more often; each worker takes 13 MB. */
const READERS_END_AFTER: Milliseconds = 10 * MINUTE;

/**
 * Starts the appliance on the data directory of the settings.
 *
 * @throws An exception whose message says what to do; what was started until then is stopped again.
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
  const certificate = await holdAndCheck(settings, { startedAt, log: parts.log }, started);
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
  const disk = openDiskWatch(settings, parts.log, started);
  const people = await openKeyring(settings, parts, { engine, started });
  const pool = openPool(settings, parts, { engine, prices });
  started.add("readers", async () => pool.stop());
  const refusedSenders = rememberRefusedSenders(dataDir, parts);
  started.add("refused senders", () => refusedSenders.stop());
  const shown = { ingestCounters: createIngestCounters(), refusedSenders, certificate };
  const listeners = openListeners({ stream, pool }, parts.log);
  const watched = { ...shown, listeners, stream, engine, disk, pool, clock: parts.clock, startedAt, logs };
  const observation = observeSelf(settings, watched);
  openScrapersDoor(settings, { observation, started, log: parts.log });
  const inside = { ...shown, ...people, stream, engine, disk, pool, prices, observation, logs };
  const journal = await OutageJournal.open(dataDir, parts.clock);
  started.add("journal of outages", () => journal.close());
  started.add("publisher", () => stream.publisher.stop());
  const server = await openFrontDoor(settings, parts, { ...inside, journal, listeners });
  started.add("door", (withinMs) => server.stop(withinMs));
  started.add("event streams", async () => listeners.stop());
  started.add("ingest", async () => stream.leave());
  const firstKeys = await makeFirstKeys(dataDir, parts.clock);
  await people.refresh();
  const reached = { door: server, engine, pool, people, clock: parts.clock, log: parts.log };
  const reloading = new Reloading(settings, prices, reached);
  return {
    url: server.url,
    firstKeys,
    signInLink: (key) => linkFor(key, { ...people, url: server.url }),
    streamPid: () => stream.pid(),
    reload: (read) => reloading.reload(read),
    stop: () => started.stopAll(),
  };
}

/** The directory first: a second server on it is named as that, and not by the port that the first one has. */
async function holdAndCheck(
  settings: Settings,
  { startedAt, log }: { startedAt: Instant; log: Log },
  started: Stopwatch,
): Promise<ShownCertificate> {
  const lock = await holdDirectory(settings.dataDir, { waitMs: COMMANDS_END_WITHIN_MS, log });
  started.add("data directory", async () => lock.release());
  return checkDoors(settings, startedAt);
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

function openDiskWatch(settings: Settings, log: Log, started: Stopwatch): DiskWatch {
  const floor = { bytes: settings.diskFloorBytes, share: settings.diskFloorShare };
  const disk = watchDisk(settings.dataDir, floor, log);
  started.add("disk", async () => disk.stop());
  return disk;
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
      slackUrl: parts.slackUrl ?? null,
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
    endAfter: READERS_END_AFTER,
    startWorker: () => parts.startWorker("reader"),
    damaged: (frame) => engine.noteDamage(frame),
  });
}

function openListeners({ stream, pool }: Pick<Inside, "stream" | "pool">, log: Log): Listeners {
  const readCard: ReadHeardCard = (asked) => queryAnswer(pool.ask("readHeardCard", asked, null));
  return new Listeners({ cards: stream.cards, readCard, log });
}
