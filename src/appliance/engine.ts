/** The engine: writer, normaliser and everything after it, the only regular writer of the database. */
import { type Database, openDatabase } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { type KeyUse, updateLastUsed } from "../identity/keys/table.ts";
import { keepMeasuring, type MeasuringLoop } from "../metrics/keep.ts";
import { examineNext, type NormaliserParts } from "../normaliser/keep.ts";
import { openFileStore } from "../objects/file-store.ts";
import { createRedactor } from "../privacy/redactor.ts";
import type { Settings } from "../settings/schema.ts";
import { connectTo, type StreamConnection } from "../stream/connection.ts";
import { StreamReader } from "../stream/consume.ts";
import { holdBack, type PressureMemory } from "../stream/pressure.ts";
import type { ServerAddress } from "../stream/server.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { keepWriting } from "../writer/keep.ts";
import { databasePath, objectsPath } from "./layout.ts";

/** What the engine is started with; plain values, because it runs in a thread of its own. */
export interface EngineOptions {
  settings: Settings;
  address: ServerAddress;
  streamCreatedAt: string;
  /** How far the engine's clock runs ahead of the machine's; 0 but in tests and trials of what time changes. */
  clockAheadMs: Milliseconds;
  /** How busy ingest is; the stages hold back while it is. */
  pressure: PressureMemory;
}

/** How the engine's stages are. */
export interface EngineState {
  /** Why the writer's store does not take records; null when it does. */
  writerStuck: string | null;
  /** Sequences that the writer and the normaliser have come to. */
  written: number;
  /** Records examined since the start. */
  examined: number;
}

/** A running engine. */
export interface Engine {
  state(): EngineState;
  recordUses(uses: readonly KeyUse[]): Promise<void>;
  /** Ends when each stage has finished what it was at; the rest waits in its store. Fails: rethrows what broke a stage. */
  stop(): Promise<void>;
  /** Rejects with what broke a stage; never resolves. */
  broken: Promise<never>;
}

const IDLE_WAIT_MS: Milliseconds = 200;

/** Starts the engine's stages in the order of the flow. */
export async function startEngine(options: EngineOptions, clock: Clock, log: Log): Promise<Engine> {
  const { settings } = options;
  const database = openDatabase(databasePath(settings.dataDir), "write");
  const objects = openFileStore(objectsPath(settings.dataDir));
  const connection = await connectTo(options.address, "engine");
  const limits = { bytes: settings.batchMaxBytes, waitMs: settings.batchMaxMs };
  const reader = await StreamReader.open(connection, limits);
  const state: EngineState = { writerStuck: null, written: 0, examined: 0 };
  const stopping = new AbortController();
  const turn = () => holdBack(options.pressure, () => stopping.signal.aborted);
  const writing = keepWriting({
    database,
    objects,
    redactor: createRedactor(settings),
    reader,
    streamCreatedAt: options.streamCreatedAt,
    log,
    turn,
    written: ({ sequence }) => void (state.written = sequence),
    stuck: (reason) => void (state.writerStuck = reason),
  });
  const parts = { database, objects, streamCreatedAt: options.streamCreatedAt };
  const examining = keepExamining(parts, state, { turn, stopping: stopping.signal });
  const measuring = keepMeasuring({ database, clock, turn });
  const stages = { stopping, reader, writing, examining, measuring, database, connection };
  return {
    state: () => ({ ...state }),
    recordUses: (uses) =>
      inTransaction(database, "normal", (transaction) => updateLastUsed(transaction, uses)),
    stop: () => stopStages(stages),
    broken: Promise.race([writing, examining, measuring.done]).then(() => new Promise<never>(() => {})),
  };
}

async function keepExamining(
  parts: NormaliserParts,
  state: EngineState,
  { turn, stopping }: { turn(): Promise<void>; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    await turn();
    const records = await examineNext(parts);
    if (records === null) await Bun.sleep(IDLE_WAIT_MS);
    else state.examined += records;
  }
}

interface Stages {
  stopping: AbortController;
  reader: StreamReader;
  writing: Promise<void>;
  examining: Promise<void>;
  measuring: MeasuringLoop;
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
  await stages.connection.close();
  await stages.database.destroy();
}
