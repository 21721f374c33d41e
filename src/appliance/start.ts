/** Starts the parts of the appliance one after the other, and stops them in reverse. */
import { forgiveAttempts } from "../attempts/open.ts";
import { queryAnswer } from "../http/answered.ts";
import type { ReadHeardCard } from "../http/event-stream/heard-cards.ts";
import { Listeners } from "../http/event-stream/listeners.ts";
import { ReadPool } from "../answers/read-pool.ts";
import type { FirstKeys } from "../identity/first-keys.ts";
import { createIngestCounters } from "../ingest/counters.ts";
import type { PriceTable } from "../prices/price-table.ts";
import { noteServing } from "../database/serving/serving-note.ts";
import type { Settings } from "../settings/schema.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import { type Milliseconds, MINUTE } from "../vocabulary/units.ts";
import { requireCatalogue } from "../writer/upkeep/strays.ts";
import { watchDisk } from "./observe/disk.ts";
import { OutageJournal } from "./outage-journal.ts";
import { holdDirectory } from "./directory.ts";
import { prepareDatabase } from "./rebuild/forget-derived.ts";
import type { EngineDesk } from "./engine/engine-desk.ts";
import { EngineThread } from "./engine/engine-thread.ts";
import { makeFirstKeys, openKeyring } from "./keys/open-keys.ts";
import { attemptsPath } from "./layout.ts";
import { checkDoors } from "./doors/check-doors.ts";
import { type FrontDoor, type Inside, openFrontDoor } from "./doors/front-door.ts";
import { openScrapersDoor } from "./doors/metrics-door.ts";
import { loadPrices } from "./load-prices.ts";
import { Reloading } from "./reload/reload.ts";
import { linkFor } from "./sign-in-link.ts";
import { observeSelf, stageLogs } from "./observe/observe-self.ts";
import { rememberRefusedSenders } from "./refused-senders-file.ts";
import { type RunningStream, startStream } from "./stream.ts";
import { StartedParts } from "./started-parts.ts";
import { nameNode } from "./node-name.ts";
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
export async function startAppliance(read: Settings, given: ApplianceParts): Promise<Appliance> {
  const settings = { ...read, nodeName: read.nodeName ?? nameNode() };
  const parts = new StartedParts(given.log);
  try {
    const working = await startWorking(settings, given, parts);
    const server = await openDoors(settings, given, { working, parts });
    const firstKeys = await makeFirstKeys(settings, given.clock);
    const { people, engine, pool, stream, prices } = working;
    await people.refresh();
    noteSelf(settings, server.url);
    const record = settingsRecorder(engine, given.log);
    const reached = { door: server, engine, pool, people, record, clock: given.clock, log: given.log };
    const reloading = new Reloading(settings, prices, reached);
    return {
      url: server.url,
      firstKeys,
      signInLink: (key) => linkFor(key, { ...people, url: server.url }),
      streamPid: () => stream.pid(),
      async reload(again) {
        await reloading.reload({ ...again, nodeName: again.nodeName ?? settings.nodeName });
        noteSelf(reloading.inForce, server.url);
      },
      stop: () => parts.stopAll(),
    };
  } catch (error) {
    await parts.stopAll();
    throw error;
  }
}

/** Settings are in force also where that cannot be recorded; then the program's own log has them only. */
function settingsRecorder(engine: EngineDesk, log: Log): (changed: readonly string[]) => Promise<void> {
  return async (changed) => {
    const recorded = await engine.change("recordSettings", { changed }, null);
    if (!recorded.ok)
      log.warning("the changed settings are not in the audit log", { changed: changed.join() });
  };
}

function noteSelf(settings: Settings, url: string): void {
  const {
    dataDir,
    llmBaseUrl,
    llmModel,
    llmMonthlyBudgetUsd: usd,
    llmMonthlyBudgetTokens: tokens,
  } = settings;
  noteServing(dataDir, { url, model: llmBaseUrl === null ? null : llmModel, budget: { usd, tokens } });
}

type Working = Awaited<ReturnType<typeof startWorking>>;

/** The directory first: a second server on it is named as that, and not by the port that the first one has. */
async function startWorking(settings: Settings, given: ApplianceParts, parts: StartedParts) {
  const { dataDir } = settings;
  const [startedAt, logs] = [given.clock(), stageLogs(given)];
  const prices = loadPrices(settings);
  await parts.start({
    name: "lock of the data directory",
    start: () => holdDirectory(dataDir, { waitMs: COMMANDS_END_WITHIN_MS, log: given.log }),
    stop: async (lock) => lock.release(),
  });
  const certificate = await checkDoors(settings, startedAt);
  await prepareRows(settings);
  const stream = await parts.start({
    name: "stream",
    start: () => startStream(settings, { clock: given.clock, log: logs.stream }),
    stop: (started, withinMs) => started.stop(withinMs),
  });
  const engine = await parts.start({
    name: "engine",
    start: () => startEngine(settings, { ...given, log: logs.engine }, { stream, prices }),
    async stop(started, withinMs) {
      await started.stop(withinMs);
      forgiveAttempts(attemptsPath(dataDir)); // one that was broken off did not die of what it was at
    },
  });
  const disk = await parts.start({
    name: "watch over the disk",
    start: () => watchDisk(dataDir, floorOf(settings), given.log),
    stop: async (started) => started.stop(),
  });
  const people = await parts.start({
    name: "reader of keys",
    start: () => openKeyring(settings, given, engine),
    stop: async (started) => started.stop(),
  });
  const pool = await parts.start({
    name: "readers",
    start: () => openPool(settings, given, { engine, prices }),
    stop: async (started) => started.stop(),
  });
  return { startedAt, logs, prices, certificate, stream, engine, disk, people, pool };
}

/** Stopped in reverse: readiness fails and OTLP answers 503 first, while the doors end what is under way. */
async function openDoors(
  settings: Settings,
  given: ApplianceParts,
  { working, parts }: { working: Working; parts: StartedParts },
): Promise<FrontDoor> {
  const { dataDir, metricsListen } = settings;
  const { clock, log } = given;
  const { stream, people, ...others } = working;
  const refusedSenders = await parts.start({
    name: "notes on refused senders",
    start: () => rememberRefusedSenders(dataDir, given),
    stop: (started) => started.stop(),
  });
  const listeners = openListeners(working, log);
  const shown = { ...others, stream, refusedSenders, listeners, ingestCounters: createIngestCounters() };
  const observation = observeSelf(settings, { ...shown, clock });
  if (metricsListen !== null)
    await parts.start({
      name: "listener for metrics",
      start: () => openScrapersDoor({ ...settings, metricsListen }, { observation, log }),
      stop: (started, withinMs) => started.stop(withinMs),
    });
  const journal = await parts.start({
    name: "journal of outages", // stopped after the publisher: it notes what could not be published any more
    start: () => OutageJournal.open(dataDir, clock),
    stop: (started) => started.close(),
  });
  await parts.start({
    name: "publisher",
    start: () => stream.publisher,
    stop: (started) => started.stop(),
  });
  const door = await parts.start({
    name: "listener",
    start: () => openFrontDoor(settings, given, { ...shown, ...people, observation, journal }),
    stop: (started, withinMs) => started.stop(withinMs),
  });
  await parts.start({
    name: "event streams", // stopped before the listener, which waits for what is open
    start: () => listeners,
    stop: async (started) => started.stop(),
  });
  await parts.start({ name: "ingest", start: () => stream, stop: async (started) => started.leave() });
  return door;
}

async function prepareRows(settings: Settings): Promise<void> {
  const database = openDatabaseOf(settings, "write");
  try {
    // a new version that keeps other rows computes them from the objects while it runs
    await prepareDatabase(database);
    await requireCatalogue(database, openObjectsOf(settings));
  } finally {
    await database.destroy();
  }
}

function floorOf({ diskFloorBytes: bytes, diskFloorShare: share }: Settings) {
  return { bytes, share };
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
