/** Starts a node that computes scores and answers: one machine as a whole, or an engine without ingest. */
import { queryAnswer } from "../../http/answered.ts";
import type { ReadHeardCard } from "../../http/event-stream/heard-cards.ts";
import { Listeners } from "../../http/event-stream/listeners.ts";
import { createIngestCounters } from "../../ingest/counters.ts";
import { noteServing } from "../../database/serving/serving-note.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { OutageJournal } from "../outage-journal.ts";
import type { EngineDesk } from "../engine/engine-desk.ts";
import { makeFirstKeys } from "../keys/open-keys.ts";
import { type FrontDoor, type Inside, openFrontDoor } from "../doors/front-door.ts";
import { openScrapersDoor } from "../doors/metrics-door.ts";
import { Reloading } from "../reload/reload.ts";
import { linkFor } from "../sign-in-link.ts";
import { joinRefused } from "../notes/node-refused.ts";
import { observeSelf } from "../observe/observe-self.ts";
import { rememberRefusedSenders } from "../refused-senders-file.ts";
import type { StartedParts } from "../started-parts.ts";
import type { Appliance, ApplianceParts } from "../appliance.ts";
import { type PartName, starts } from "./parts-of-roles.ts";
import { untilReachable } from "./until-reachable.ts";
import { startWorking, type Working } from "./working.ts";

/**
 * Starts it on the data directory of the settings.
 *
 * @throws An exception whose message says what to do.
 */
export async function startEngineNode(
  settings: Settings,
  given: ApplianceParts,
  parts: StartedParts<PartName>,
): Promise<Appliance> {
  const working = await startWorking(settings, given, parts);
  const server = await openDoors(settings, given, { working, parts });
  const makeKeys = () => makeFirstKeys(settings, given.clock);
  const firstKeys = await untilReachable(settings, given.log, makeKeys);
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
    async reload(read) {
      await reloading.reload(read);
      noteSelf(reloading.inForce, server.url);
    },
    stop: () => parts.stopAll(),
  };
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

/** Stopped in reverse: readiness fails and OTLP answers 503 first, while the doors end what is under way. */
async function openDoors(
  settings: Settings,
  given: ApplianceParts,
  { working, parts }: { working: Working; parts: StartedParts<PartName> },
): Promise<FrontDoor> {
  const { role, dataDir, metricsListen } = settings;
  const { clock, log } = given;
  const { stream, people, ...others } = working;
  const refusedSenders = await parts.start({
    name: "notes on refused senders",
    start: () => rememberRefusedSenders(dataDir, given),
    stop: (started) => started.stop(),
  });
  const listeners = openListeners(working, log);
  const shown = { ...others, stream, refusedSenders, listeners, ingestCounters: createIngestCounters() };
  const { ingestNodes } = working;
  const refusedAnywhere = {
    list: () => joinRefused([refusedSenders.list(), ingestNodes?.refused() ?? []], clock),
  };
  const observation = observeSelf(settings, { ...shown, refusedSenders: refusedAnywhere, clock });
  if (metricsListen !== null)
    await parts.start({
      name: "listener for metrics",
      start: () => openScrapersDoor({ ...settings, metricsListen }, { observation, log }),
      stop: (started, withinMs) => started.stop(withinMs),
    });
  const journal = starts(role, "ingest") ? await startPublishing(working, dataDir, { clock, parts }) : null;
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
  if (starts(role, "ingest"))
    await parts.start({ name: "ingest", start: () => stream, stop: async (started) => started.leave() });
  return door;
}

async function startPublishing(
  { stream }: Working,
  dataDir: string,
  { clock, parts }: { clock: Clock; parts: StartedParts<PartName> },
): Promise<OutageJournal> {
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
  return journal;
}

function openListeners({ stream, pool }: Pick<Inside, "stream" | "pool">, log: Log): Listeners {
  const readCard: ReadHeardCard = (asked) => queryAnswer(pool.ask("readHeardCard", asked, null));
  return new Listeners({ cards: stream.cards, readCard, log });
}
