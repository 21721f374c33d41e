/** Starts a node that only receives telemetry: it keeps nothing, computes nothing, and hands other requests to engines. */
import { type Engines, watchEngines } from "../../http/proxy/engines.ts";
import { createIngestCounters } from "../../ingest/counters.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Appliance, ApplianceParts } from "../appliance.ts";
import { checkDoors } from "../doors/check-doors.ts";
import { type IngestDoor, openIngestDoor } from "../doors/ingest-door.ts";
import { openScrapersDoor } from "../doors/metrics-door.ts";
import { KeyFollower } from "../keys/nodes/follow-keys.ts";
import { noteOutages } from "../notes/node-outages.ts";
import { noteRefused } from "../notes/node-refused.ts";
import { observeIngestNode } from "../observe/observe-ingest-node.ts";
import { stageLogs } from "../observe/observe-self.ts";
import { reloadIngestNode } from "../reload/reload-ingest-node.ts";
import type { StartedParts } from "../started-parts.ts";
import { clusterOf } from "../stream/reach-server.ts";
import { openIntakeStream } from "./intake-stream.ts";
import type { PartName } from "./parts-of-roles.ts";

type Parts = StartedParts<PartName>;

/**
 * Starts it.
 *
 * @throws An exception whose message says what to do. That the cluster or the engines are away is none: telemetry gets
 *   503 until the cluster is there.
 */
export async function startIngestNode(
  settings: Settings,
  given: ApplianceParts,
  parts: Parts,
): Promise<Appliance> {
  const startedAt = given.clock();
  const certificate = await checkDoors(settings, startedAt);
  const behind = await startBehind(settings, given, parts);
  const observation = observeIngestNode({ ...behind, certificate, startedAt, clock: given.clock });
  const { metricsListen } = settings;
  if (metricsListen !== null)
    await parts.start({
      name: "listener for metrics",
      start: () => openScrapersDoor({ ...settings, metricsListen }, { observation, log: given.log }),
      stop: (started, withinMs) => started.stop(withinMs),
    });
  await parts.start({
    name: "publisher",
    start: () => behind.stream,
    stop: (started) => started.finish(),
  });
  const door: IngestDoor = await parts.start({
    name: "listener",
    start: () => openIngestDoor(settings, given, { ...behind, observation, certificate }),
    stop: (started, withinMs) => started.stop(withinMs),
  });
  await parts.start({ name: "ingest", start: () => behind.stream, stop: async (started) => started.leave() });
  return {
    url: door.url,
    firstKeys: null,
    signInLink: async () => null,
    streamPid: () => null,
    reload: reloadIngestNode(settings, { door, ...given }),
    stop: () => parts.stopAll(),
  };
}

async function startBehind(settings: Settings, given: ApplianceParts, parts: Parts) {
  const { clock, log } = given;
  const logs = stageLogs(given);
  const stream = await parts.start({
    name: "stream",
    start: () =>
      openIntakeStream(clusterOf(settings), { node: settings.nodeName ?? "", clock, log: logs.stream }),
    stop: (started) => started.close(),
  });
  const keys = await parts.start({
    name: "reader of keys",
    start: () => new KeyFollower({ connected: stream.connected, clock, log: logs.stream }),
    stop: (started) => started.stop(),
  });
  const engines: Engines = await parts.start({
    name: "list of engines",
    start: () => watchEngines({ urls: settings.engineUrl, log }),
    stop: async (started) => started.stop(),
  });
  const noting = { connected: stream.connected, node: settings.nodeName ?? "", clock, log };
  const refusedSenders = await parts.start({
    name: "notes on refused senders",
    start: () => noteRefused(noting),
    stop: (started, withinMs) => started.stop(withinMs),
  });
  const journal = await parts.start({
    name: "journal of outages",
    start: () => noteOutages(noting),
    stop: (started, withinMs) => started.stop(withinMs),
  });
  const ingestCounters = createIngestCounters();
  return { logs, stream, keys, engines, refusedSenders, journal, ingestCounters, disk: null };
}
