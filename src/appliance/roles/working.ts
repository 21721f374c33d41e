/** Starts what stores, computes and reads, behind the doors. */
import { forgiveAttempts } from "../../attempts/open.ts";
import { ReadPool } from "../../answers/read-pool.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { Settings } from "../../settings/schema.ts";
import { type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { requireCatalogue, requireObjects } from "../../writer/upkeep/strays.ts";
import { watchDisk } from "../observe/disk.ts";
import { holdDirectory } from "../directory.ts";
import { prepareDatabase } from "../rebuild/forget-derived.ts";
import type { EngineDesk } from "../engine/engine-desk.ts";
import { EngineThread } from "../engine/engine-thread.ts";
import { answerNodes } from "../keys/nodes/answer-nodes.ts";
import { followRefused, joinRefused } from "../notes/node-refused.ts";
import { openKeyring, type RunningPeople } from "../keys/open-keys.ts";
import { attemptsPath } from "../layout.ts";
import { checkDoors } from "../doors/check-doors.ts";
import { serveDatabase } from "../holding/serve-database.ts";
import { requireMoved } from "../migrate/bucket-mark.ts";
import { requireNotMoved } from "../migrate/move-plan.ts";
import { loadPrices } from "../load-prices.ts";
import { stageLogs } from "../observe/observe-self.ts";
import { type RunningStream, startStream } from "../stream.ts";
import type { StartedParts } from "../started-parts.ts";
import { objectsName, openDatabaseOf, openObjectsOf } from "../../stores.ts";
import type { RefusedSender } from "../../ingest/senders/refused-senders.ts";
import { connectTo } from "../../stream/connection.ts";
import type { ApplianceParts } from "../appliance.ts";
import type { PartName } from "./parts-of-roles.ts";
import { untilReachable } from "./until-reachable.ts";

/** A backup of many gigabytes, or a purge of a person of years. */
const COMMANDS_END_WITHIN_MS: Milliseconds = 30 * MINUTE;
/** One key has all but one of them at a time. */
const READ_WORKERS = 3;
/** Whoever looks at pages asks more often; each worker takes 13 MB. */
const READERS_END_AFTER: Milliseconds = 10 * MINUTE;

/** What runs behind the doors. */
export type Working = Awaited<ReturnType<typeof startWorking>>;

/**
 * Starts everything that works behind the doors.
 *
 * @remarks The directory first: a second server on it is named as that, and not by the port that the first one has.
 */
export async function startWorking(settings: Settings, given: ApplianceParts, parts: StartedParts<PartName>) {
  const { dataDir } = settings;
  const [startedAt, logs] = [given.clock(), stageLogs(given)];
  const prices = loadPrices(settings);
  await takeStores(settings, given, parts);
  const certificate = await checkDoors(settings, startedAt);
  await untilReachable(settings, given.log, () => prepareRows(settings));
  const reach = () => startStream(settings, { clock: given.clock, log: logs.stream });
  const stream = await parts.start({
    name: "stream",
    start: () => untilReachable(settings, given.log, reach),
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
  const ingestNodes = await (settings.natsUrl.length === 0
    ? null
    : parts.start({
        name: "answers to ingest nodes",
        start: () => serveIngestNodes({ ...given, log: logs.stream }, { stream, engine, people }),
        stop: (started) => started.stop(),
      }));
  const pool = await parts.start({
    name: "readers",
    start: () => openPool(settings, given, { engine, prices }),
    stop: async (started) => started.stop(),
  });
  return { startedAt, logs, prices, certificate, stream, engine, disk, people, pool, ingestNodes };
}

/** Nobody but servers uses them from now on. */
async function takeStores(
  settings: Settings,
  { log }: Pick<ApplianceParts, "log">,
  parts: StartedParts<PartName>,
): Promise<void> {
  await parts.start({
    name: "lock of the data directory",
    start: () => holdDirectory(settings.dataDir, { waitMs: COMMANDS_END_WITHIN_MS, log }),
    stop: async (lock) => lock.release(),
  });
  requireNotMoved(settings);
  // a file is held with its directory
  if (settings.database === null) return;
  const serve = () => serveDatabase(settings, { waitMs: COMMANDS_END_WITHIN_MS, log });
  await parts.start({
    name: "use of the database",
    start: () => untilReachable(settings, log, serve),
    stop: (started) => started.stop(),
  });
}

async function prepareRows(settings: Settings): Promise<void> {
  const objects = openObjectsOf(settings);
  if (settings.objects !== null) {
    // a folder that cannot be written is still served: what it holds can be read
    await objects.check();
    await requireMoved(objects, objectsName(settings));
  }
  const database = openDatabaseOf(settings, "write");
  try {
    // a new version that keeps other rows computes them from the objects while it runs
    await prepareDatabase(database);
    await requireCatalogue(database, objects);
    await requireObjects(database, objects);
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

async function serveIngestNodes(
  { clock, log }: Pick<ApplianceParts, "clock" | "log">,
  { stream, engine, people }: { stream: RunningStream; engine: EngineDesk; people: RunningPeople },
): Promise<{ refused(): readonly RefusedSender[]; stop(): Promise<void> }> {
  const connection = await connectTo(stream.address, "engine");
  const service = await answerNodes({
    connection,
    lookUp: people.lookUp,
    recordUses: (uses) => engine.recordUses(uses),
    clock,
    log,
  });
  await people.follow((register) => void service.hold(register));
  const refused = followRefused(connection, log);
  return {
    refused: () => joinRefused(refused.all(), clock),
    stop: () => {
      service.stop();
      refused.stop();
      return connection.close();
    },
  };
}

function openPool(
  settings: Settings,
  parts: ApplianceParts,
  { engine, prices }: { engine: EngineDesk; prices: PriceTable },
): ReadPool {
  return new ReadPool({
    stores: settings,
    prices,
    workers: settings.database === null ? READ_WORKERS : settings.databasePool,
    deadline: settings.requestDeadlineMs,
    endAfter: READERS_END_AFTER,
    startWorker: () => parts.startWorker("reader"),
    damaged: (frame) => engine.noteDamage(frame),
  });
}
