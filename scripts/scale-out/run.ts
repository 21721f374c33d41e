/** One run: an installation under a day's load, with every kind of fault, and a verdict on what it holds afterwards. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Figures } from "../../src/books/books.ts";
import { openDatabaseOf } from "../../src/stores.ts";
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";
import type { Ending } from "../../test/engines/node.ts";
import { type Clients, type Ledger, startClients } from "../chaos/clients.ts";
import type { Comparison } from "./compare-rows.ts";
import { clientsOf, type Day, requestsOfDay } from "./day.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { killAtRandom, type Prey } from "./kills.ts";
import { measureTakeovers } from "./leases.ts";
import { compareWithOneMachine } from "./one-machine.ts";
import { startOutside } from "./outside.ts";
import { cutEngineOff, cutServerOff, type Partition } from "./partitions.ts";
import { beginImports, endImports, makePeople } from "./people.ts";
import { learned, settled } from "./settle.ts";
import { measureThroughput, type Throughput } from "./throughput.ts";
import { type Upgrade, upgradeAll } from "./upgrade.ts";
import { findViolations } from "./verify.ts";

/** What is asked of a run. */
export interface ScaleOutOptions {
  folder: string;
  program: readonly string[];
  /** The command of another version; null where none is upgraded to. */
  nextProgram: readonly string[] | null;
  /** Flags of every node. */
  flags: readonly string[];
  /** PostgreSQL's programs. */
  postgres: string;
  organizations: number;
  developers: number;
  ingests: number;
  engines: number;
  kills: number;
  prey: readonly Prey[];
  takeovers: number;
  partitions: "yes" | "no";
  compare: "yes" | "no";
  /** Of each load when the throughput is measured; 0 for not. */
  throughputSeconds: number;
  seed: number;
  longestPauseMs: Milliseconds;
  say(line: string): void;
}

/** What came of it. */
export interface ScaleOutReport {
  kills: Record<Prey, number>;
  takeoversMs: Milliseconds[];
  partitions: Partition[];
  upgrade: Upgrade | null;
  ledger: Ledger;
  figures: Figures;
  comparison: Comparison | null;
  throughput: Throughput[];
  /** Requests that had been sent when the last fault was over. */
  sentAmongFaults: number;
  loadMs: Milliseconds;
  settledAfterMs: Milliseconds;
  /** Ends of nodes that nobody had killed or stopped; they were started again. */
  endings: Ending[];
  tookMs: Milliseconds;
  /** Broken promises, in words; empty after a good run. */
  violations: string[];
}

/** Work that is older than anything an agent still adds to. */
const BEGAN_MS_AGO = 4 * DAY;
/** While parts are killed a client rests that long between two requests, at most, so that load lasts. */
const PAUSE_AMONG_FAULTS_MS = 400;

/** Runs it. */
export async function runScaleOut(options: ScaleOutOptions): Promise<ScaleOutReport> {
  const begunAt = performance.now();
  mkdirSync(options.folder, { recursive: true });
  const { say } = options;
  say("starting PostgreSQL, a bucket and a cluster");
  const outside = await startOutside({ ...options, spoilsBucket: options.prey.includes("bucket") });
  let installation: Installation | null = null;
  try {
    say(`starting ${options.engines} engines and ${options.ingests} ingest nodes`);
    installation = await startInstallation(outside, options);
    return { ...(await workOn(installation, options)), tookMs: performance.now() - begunAt };
  } finally {
    await installation?.stop();
    await outside.stop();
  }
}

async function workOn(
  installation: Installation,
  options: ScaleOutOptions,
): Promise<Omit<ScaleOutReport, "tookMs">> {
  const { say, seed } = options;
  const day = await planDay(installation, options);
  const [first, ...others] = installation.ingests;
  let areFaultsOver = false;
  const loadBegunAt = performance.now();
  const clients = startClients({
    urls: [first.url, ...others.map(({ url }) => url)],
    clients: clientsOf(day),
    seed,
    requestsOf: requestsOfDay(day),
    mostPauseMs: () => (areFaultsOver ? 0 : PAUSE_AMONG_FAULTS_MS),
  });
  const faults = await doHarm(installation, { day, clients, options });
  const sentAmongFaults = clients.ledger.requests;
  areFaultsOver = true;
  say(`all faults are over after ${sentAmongFaults} requests; sending the rest of the day`);
  await clients.sentAll;
  const sentAt = performance.now();
  say(`${clients.ledger.acknowledged.size} records are acknowledged; waiting until they are scored`);
  const figures = await settled(installation.stores, clients.ledger.requests);
  const settledAfterMs = performance.now() - sentAt;
  const [engine, ...engines] = installation.engines;
  await Promise.all([engine, ...engines, first, ...others].map((node) => node.ready()));
  say("reading back everything");
  const { stores } = installation;
  const { ledger } = clients;
  const nodes = [engine, first];
  const violations = await findViolations({ stores, ledger, figures, people: day.organizations, nodes });
  const comparison = await compareRowsWith(installation, day, options);
  const throughput = await compareThroughput(installation, day, { options, sentBefore: ledger.requests });
  return {
    ...faults,
    ledger,
    figures,
    comparison,
    throughput,
    sentAmongFaults,
    loadMs: sentAt - loadBegunAt,
    settledAfterMs,
    endings: [...installation.engines, ...installation.ingests].flatMap((node) => node.endings),
    violations: [
      ...faults.violations,
      ...violations,
      ...(faults.upgrade?.violations ?? []),
      ...(comparison?.differences ?? []).map((difference) => `rows differ from one machine's: ${difference}`),
      ...faults.partitions.filter(isUnhealed).map(({ what }) => `after cutting off ${what} nobody took over`),
    ],
  };
}

async function planDay(
  { stores }: Installation,
  { seed, developers, ...more }: ScaleOutOptions,
): Promise<Day> {
  const database = openDatabaseOf(stores, "write");
  try {
    const organizations = await makePeople(database, more.organizations);
    await beginImports(database, organizations);
    return { seed, organizations, developers, from: Date.now() - BEGAN_MS_AGO };
  } finally {
    await database.destroy();
  }
}

interface Harm {
  day: Day;
  clients: Clients;
  options: ScaleOutOptions;
}

async function doHarm(
  installation: Installation,
  { day, clients, options }: Harm,
): Promise<Pick<ScaleOutReport, "kills" | "takeoversMs" | "partitions" | "upgrade" | "violations">> {
  const { say } = options;
  const organizations = day.organizations.map(({ organization }) => organization);
  // a kill before anything was acknowledged shows nothing
  while (clients.ledger.acknowledged.size === 0) await Bun.sleep(20);
  say(`harming ${options.kills} times, among ${options.prey.join(", ")}`);
  const { counts: kills, violations } = await killAtRandom(installation, options);
  await allReady(installation);
  const partitions: Partition[] = [];
  if (options.partitions === "yes") {
    say("cutting an engine off from PostgreSQL, then a stream server from the others");
    partitions.push(await cutEngineOff(installation, organizations));
    const server = await cutServerOff(installation);
    if (server !== null) partitions.push(server);
    await allReady(installation);
  }
  say(`killing engines ${options.takeovers} times, to see how soon others take over`);
  const takeoversMs = await measureTakeovers(installation, organizations, options.takeovers);
  if (takeoversMs.length > 0) say(`they took over after ${takeoversMs.map(Math.round).join(", ")} ms`);
  let upgrade: Upgrade | null = null;
  if (options.nextProgram !== null) {
    say("upgrading every node");
    upgrade = await upgradeAll(installation, options.nextProgram);
  }
  return { kills, takeoversMs, partitions, upgrade, violations };
}

function isUnhealed({ tookOverAfterMs, backAfterMs }: Partition): boolean {
  return tookOverAfterMs === null || backAfterMs === null;
}

async function allReady({ engines, ingests }: Installation): Promise<void> {
  await Promise.all([...engines, ...ingests].map((node) => node.ready()));
}

async function compareRowsWith(
  { stores }: Installation,
  day: Day,
  { say, folder, program, compare }: ScaleOutOptions,
): Promise<Comparison | null> {
  if (compare === "no") return null;
  const database = openDatabaseOf(stores, "write");
  await endImports(database, day.organizations).finally(() => database.destroy());
  await learned(stores);
  say("sending the same day to an appliance of one machine, and comparing the rows");
  return compareWithOneMachine({ folder: join(folder, "reference"), program, day, stores });
}

async function compareThroughput(
  installation: Installation,
  { organizations: [sender] }: Day,
  { options, sentBefore }: { options: ScaleOutOptions; sentBefore: number },
): Promise<Throughput[]> {
  const { throughputSeconds: seconds, say } = options;
  if (seconds === 0) return [];
  const measured: Throughput[] = [];
  let sent = sentBefore;
  for (let count = 1; count <= installation.ingests.length; count += 1) {
    say(`measuring what ${count} ingest nodes take`);
    const nodes = installation.ingests.slice(0, count);
    const result = await measureThroughput(installation, { nodes, sender, seconds, sentBefore: sent });
    sent += result.requests;
    measured.push(result);
  }
  return measured;
}
