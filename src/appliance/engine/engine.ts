/** The engine: writer, normaliser and everything after it, the only regular writer of the database. */
import { closeAttempts, openAttempts, type StageAttempts } from "../../attempts/open.ts";
import { type Database, openDatabase } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { type Change, type ChangeName, CHANGES } from "../../answers/changes.ts";
import { type KeyUse, updateLastUsed } from "../../identity/keys/table.ts";
import { keepBaselines } from "../../metrics/baselines/keep-baselines.ts";
import { keepMeasuring, type MeasuringLoop } from "../../sessions/keep.ts";
import { TRYING_VERSION } from "../../sessions/set-aside.ts";
import { Measurer } from "../../sessions/measurer.ts";
import { keepRemaking } from "../../metrics/remaking.ts";
import { examineNext, type NormaliserParts } from "../../normaliser/keep.ts";
import { retrySetAside } from "../../normaliser/set-aside-table.ts";
import { rescoreNext } from "../../normaliser/rescore/rescore.ts";
import { openFileStore } from "../../objects/file-store.ts";
import { createRedactor } from "../../privacy/redactor.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import { beginPacking, keepPacking } from "../../scores/days/pack-days.ts";
import type { Settings } from "../../settings/schema.ts";
import { connectTo, type StreamConnection } from "../../stream/connection.ts";
import { keepPurging } from "../../insights/governance/keep-purging.ts";
import { type Noted, readAcknowledged } from "../../stream/acknowledged.ts";
import { StreamReader } from "../../stream/consume.ts";
import { holdBack, type PressureMemory } from "../../stream/pressure.ts";
import type { ServerAddress } from "../../stream/server/server.ts";
import { readHeldSequences, readStreamState } from "../../stream/telemetry-stream.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { keepWriting } from "../../writer/keep.ts";
import { keepUpkeep, type KeepUpkeepParts } from "../../writer/upkeep/keep.ts";
import type { UpkeepParts } from "../../writer/upkeep/join.ts";
import { sweepLeftovers } from "../../writer/upkeep/settle.ts";
import { type DamagedFrame, noteDamage } from "../../writer/upkeep/table.ts";
import { createEngineCounters, type EngineCounters, type EngineCounts } from "./engine-counts.ts";
import {
  acknowledgedPath,
  attemptsPath,
  databasePath,
  objectsPath,
  purgesPath,
  quarantinePath,
} from "../layout.ts";
import { outagesIn } from "../outages.ts";
import { type BooksVerdict, type BooksWatch, watchBooks } from "../observe/watch-books.ts";

/** What the engine is started with; plain values, because it runs in a thread of its own. */
export interface EngineOptions {
  settings: Settings;
  prices: PriceTable;
  address: ServerAddress;
  streamCreatedAt: string;
  /** How far the engine's clock runs ahead of the machine's; 0 but in tests and trials of what time changes. */
  clockAheadMs: Milliseconds;
  /** Whether an engine before this one broke, and may have left files behind. */
  isAgain: boolean;
  /** How busy ingest is; the stages hold back while it is. */
  pressure: PressureMemory;
}

/** How the engine's stages are. */
export interface EngineState extends EngineCounts {
  /** What the redactor changed since the start, by rule. */
  redactions: Readonly<Record<string, number>>;
  /** What the last look at the books found; null before the first. */
  books: BooksVerdict | null;
}

/** A running engine. */
export interface Engine {
  state(): EngineState;
  recordUses(uses: readonly KeyUse[]): Promise<void>;
  /** Remembers a frame that a query found unreadable. */
  noteDamage(frame: DamagedFrame): Promise<void>;
  /** Makes a change that a route asked for. */
  change(name: ChangeName, asked: unknown): Promise<unknown>;
  /** Ends when each stage has finished what it was at; the rest waits in its store. Fails: rethrows what broke a stage. */
  stop(): Promise<void>;
  /** Rejects with what broke a stage; never resolves. */
  broken: Promise<never>;
}

const IDLE_WAIT_MS: Milliseconds = 200;

/** Starts the engine's stages in the order of the flow. */
export async function startEngine(options: EngineOptions, clock: Clock, log: Log): Promise<Engine> {
  const { settings, prices } = options;
  const database = openDatabase(databasePath(settings.dataDir), "write");
  await beginPacking(database);
  const objects = openFileStore(objectsPath(settings.dataDir));
  const connection = await connectTo(options.address, "engine");
  await settleEarlierRuns({ database, objects, clock }, connection, options);
  const attempts = openAttempts(attemptsPath(settings.dataDir), { isAgain: options.isAgain });
  const limits = { bytes: settings.batchMaxBytes, waitMs: settings.batchMaxMs };
  const reader = StreamReader.open(connection, { ...limits, attempts: attempts.writer }, log);
  const redactor = createRedactor(settings);
  const counters = createEngineCounters(clock);
  const stopping = new AbortController();
  const turn = () => holdBack(options.pressure, () => stopping.signal.aborted);
  const beside = { database, clock, turn, stopping: stopping.signal };
  const parts = { database, objects, streamCreatedAt: options.streamCreatedAt };
  const writing = keepWriting({
    ...parts,
    quarantine: openFileStore(quarantinePath(settings.dataDir)),
    redactor,
    reader,
    log,
    attempts: attempts.writer,
    turn,
    written: counters.written,
    stuck: counters.stuck,
  });
  const examining = keepExamining({ ...parts, attempts: attempts.normaliser }, counters, beside);
  const knowledge = { prices, outages: outagesIn(settings.dataDir) };
  const measurer = new Measurer({ ...beside, ...knowledge, attempts: attempts.metrics, log });
  const measuring = keepMeasuring(measurer, turn);
  const learning = keepBaselines(beside);
  const remaking = keepRemaking(beside);
  const packing = keepPacking(beside);
  const keeping = lookAfterObjects({ ...beside, objects, log }, settings, connection);
  const books = watchBooks({ database, connection, readNoted: () => notedIn(settings) }, { clock, log });
  const working = { reader, writing, examining, measuring, learning, remaking, packing, keeping, books };
  const stages = { stopping, ...working, attempts, database, connection };
  return {
    state: () => ({ ...counters.snapshot(), redactions: { ...redactor.counts }, books: books.verdict() }),
    recordUses: (uses) =>
      inTransaction(database, "normal", (transaction) => updateLastUsed(transaction, uses)),
    noteDamage: (frame) =>
      inTransaction(database, "normal", (transaction) => noteDamage(transaction, [frame])),
    // an asked change is of its name's type, because the main thread asks it by that type
    change: (name, asked) =>
      (CHANGES[name] as Change<unknown, unknown>)({ database, clock, measurer }, asked),
    stop: () => stopStages(stages),
    broken: firstBroken(stages),
  };
}

async function settleEarlierRuns(
  parts: UpkeepParts,
  connection: StreamConnection,
  { isAgain }: EngineOptions,
): Promise<void> {
  if (isAgain) await sweepLeftovers(parts, await readHeldSequences(connection));
  await inTransaction(parts.database, "normal", (transaction) => retrySetAside(transaction, TRYING_VERSION));
}

/** The thread that publishes has told already when it cannot be read. */
function notedIn({ dataDir }: Settings): Noted | null {
  const noted = readAcknowledged(acknowledgedPath(dataDir));
  return noted === "unreadable" ? null : noted;
}

/** A stage that ends in peace was told to stop: then this never resolves. */
function firstBroken(stages: Stages): Promise<never> {
  const { writing, examining, measuring, learning, remaking, packing, keeping, books } = stages;
  const all = [writing, examining, measuring.done, learning, remaking, packing, keeping, books.done];
  return Promise.race(all).then(() => new Promise<never>(() => {}));
}

/** Joins, expires and purges objects until stopped. */
async function lookAfterObjects(
  parts: Omit<KeepUpkeepParts, "retention">,
  { dataDir, rawRetentionDays, rawMaxBytes }: Settings,
  connection: StreamConnection,
): Promise<void> {
  const retention = { days: rawRetentionDays, maxBytes: rawMaxBytes };
  const lastSequence = () => readStreamState(connection).then((stream) => stream.lastSequence);
  const journalPath = purgesPath(dataDir);
  await Promise.all([
    keepUpkeep({ ...parts, retention }),
    keepPurging({ ...parts, lastSequence, journalPath }),
  ]);
}

async function keepExamining(
  parts: NormaliserParts,
  counters: EngineCounters,
  { turn, stopping }: { turn(): Promise<void>; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    await turn();
    const batch = await examineNext(parts);
    if (batch !== null) counters.examined(batch);
    else if ((await rescoreNext(parts)) === null) await Bun.sleep(IDLE_WAIT_MS);
  }
}

interface Stages {
  stopping: AbortController;
  reader: StreamReader;
  writing: Promise<void>;
  examining: Promise<void>;
  measuring: MeasuringLoop;
  learning: Promise<void>;
  remaking: Promise<void>;
  packing: Promise<void>;
  keeping: Promise<void>;
  books: BooksWatch;
  attempts: StageAttempts;
  database: Database;
  connection: StreamConnection;
}

async function stopStages(stages: Stages): Promise<void> {
  stages.stopping.abort();
  stages.reader.close();
  await stages.writing;
  await stages.examining;
  stages.measuring.stop();
  await stages.measuring.done;
  await stages.learning;
  await stages.remaking;
  await stages.packing;
  await stages.keeping;
  stages.books.stop();
  await stages.books.done;
  closeAttempts(stages.attempts);
  await stages.connection.close();
  await stages.database.destroy();
}
