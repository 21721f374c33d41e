/** One run: an appliance under load, killed at random moments, and a verdict on what it holds afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acknowledgedPath } from "../../src/appliance/layout.ts";
import type { Figures } from "../../src/books/books.ts";
import type { Database } from "../../src/database/open.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { issueKey } from "../../src/identity/keys/issue.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { freePort } from "../free-port.ts";
import { anyRequests, type Ledger, type Sender, startClients } from "./clients.ts";
import { Neighbour } from "./neighbour.ts";
import {
  checkBooks,
  checkNote,
  compare,
  drained,
  findInLogs,
  findInObjects,
  findLeftovers,
} from "./verify.ts";
import type { BucketSettings } from "./failing-bucket.ts";
import { type Target, Victim } from "./victim.ts";

/** What is asked of a run. */
export interface ChaosOptions {
  kills: number;
  seed: number;
  clients: number;
  /** The command that starts the program, without its arguments. */
  program: readonly string[];
  /** Between two kills at most. */
  longestPauseMs: number;
  /** How many processes take requests; the second one only ingests, into the first one's stream. */
  ingests?: 1 | 2;
  /** Where records are kept, when not in the data directory. */
  bucket?: BucketSettings;
}

/** What came of it. */
export interface ChaosReport {
  kills: Record<Prey, number>;
  starts: number;
  /** Requests that were acknowledged to the second process. */
  bySecond: number;
  ledger: Ledger;
  figures: Figures;
  tookMs: number;
  stopTookMs: number;
  /** Broken promises, in words; empty after a good run. */
  violations: string[];
  /** Where the data directory and its logs are; gone after a good run. */
  folder: string;
}

type Prey = Target | "second";

const TARGETS = ["main", "server", "server", "guard", "tree"] as const;
const TARGETS_OF_TWO = [...TARGETS, "second", "second"] as const;
const SHORTEST_PAUSE_MS = 30;
const STOP_WITHIN_MS = 10_000;
const PATIENCE_MS = 120_000;

/** Runs it. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "scoring-chaos-"));
  const victim = new Victim({ ...options, folder, port: freePort() });
  const neighbour =
    options.ingests === 2 ? new Neighbour({ directory: victim.directory, folder, port: freePort() }) : null;
  victim.start();
  try {
    await victim.ready();
    const people = await makePeople(victim.directory);
    neighbour?.start();
    const urls = [victim.url, ...(neighbour === null ? [] : [neighbour.url])] as const;
    const clients = startClients({
      ...options,
      urls,
      requestsOf: anyRequests(options.seed, people.senders),
    });
    // a kill before anything was acknowledged shows nothing
    await until(() => clients.ledger.acknowledged.size > 0 && neighbour?.acknowledged() !== 0);
    const kills = await killAtRandom({ victim, neighbour }, options);
    await victim.ready();
    await clients.finish();
    const figures = await drained(victim.stores, clients.ledger.requests);
    const violations = await findViolations(victim, {
      ledger: clients.ledger,
      figures,
      readers: people.readers,
    });
    const notes = [acknowledgedPath(victim.directory), ...(neighbour === null ? [] : [neighbour.notePath])];
    violations.push(...notes.flatMap((path) => checkNote(figures, path)));
    await neighbour?.stop(); // before the other, for whose processes it would be taken
    const stopped = await victim.stop();
    violations.push(...(await findAfterStop(victim, stopped)));
    const bySecond = neighbour?.acknowledged() ?? 0;
    const report = {
      kills,
      starts: victim.starts,
      bySecond,
      ledger: clients.ledger,
      figures,
      violations,
      folder,
    };
    if (violations.length === 0) rmSync(folder, { recursive: true });
    else writeFileSync(join(folder, "violations"), `${violations.join("\n")}\n`);
    return { ...report, tookMs: performance.now() - startedAt, stopTookMs: stopped.tookMs };
  } finally {
    await neighbour?.stop();
    await victim.stop();
  }
}

interface People {
  senders: [Sender, ...Sender[]];
  /** A key that reads everything, by organization. */
  readers: Record<string, string>;
}

/** Two organizations with two keys each, made as commands make them while the server runs. */
async function makePeople(directory: string): Promise<People> {
  const database = openDatabaseOf(localStores(directory), "write");
  try {
    const [red, blue] = [await makeSenders(database, "red"), await makeSenders(database, "blue")];
    return {
      senders: [...red, ...blue],
      readers: Object.fromEntries([...red, ...blue].map(keyByOrganization)),
    };
  } finally {
    await database.destroy();
  }
}

function makeSenders(database: Database, name: string): Promise<[Sender, Sender]> {
  return inTransaction(database, "full", async (transaction) => {
    const made = await createOrganization(transaction, name, systemClock());
    if (!made.ok) throw new Error(`there is an organization ${name} already`);
    const organization = made.value.id;
    const request = {
      organizationId: organization,
      name: "key",
      role: "member",
      developerId: null,
      scopes: ["ingest", "read_team"],
    } as const;
    const issue = async () => (await issueKey(transaction, request, systemClock())).key;
    return [
      { organization, key: await issue() },
      { organization, key: await issue() },
    ];
  });
}

function keyByOrganization({ organization, key }: Sender): [string, string] {
  return [organization, key];
}

/** @throws An exception when it takes too long. */
async function until(holds: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!holds()) {
    if (performance.now() > giveUpAt) throw new Error("nothing was acknowledged");
    await Bun.sleep(20);
  }
}

interface Hunted {
  victim: Victim;
  neighbour: Neighbour | null;
}

/** Every kind of process is killed before any is killed once more, so that few kills meet them all. */
async function killAtRandom(hunted: Hunted, options: ChaosOptions): Promise<Record<Prey, number>> {
  const random = createRandom(String(options.seed));
  const kills = { main: 0, server: 0, guard: 0, tree: 0, second: 0 };
  const targets: readonly Prey[] = hunted.neighbour === null ? TARGETS : TARGETS_OF_TWO;
  let deck: Prey[] = [];
  for (let count = 0; count < options.kills;) {
    if (deck.length === 0) deck = shuffled(targets, random);
    await Bun.sleep(random.whole(SHORTEST_PAUSE_MS, options.longestPauseMs));
    const target = deck[0] ?? "main";
    // it may be gone already, and is killed when it is back
    if (!kill(hunted, target, random)) continue;
    deck = deck.slice(1);
    kills[target] += 1;
    count += 1;
  }
  return kills;
}

function kill({ victim, neighbour }: Hunted, target: Prey, random: Random): boolean {
  if (target === "second") return neighbour?.kill() ?? false;
  return victim.kill(target, (pids) => shuffled(pids, random));
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const drawn = items.map((item) => ({ item, at: random.next() }));
  return drawn.toSorted((left, right) => left.at - right.at).map(({ item }) => item);
}

interface Outcome {
  ledger: Ledger;
  figures: Figures;
  readers: Record<string, string>;
}

async function findViolations(victim: Victim, { ledger, figures, readers }: Outcome): Promise<string[]> {
  const { acknowledged, acknowledgedLogs, surprises } = ledger;
  const inObjects = await findInObjects(victim.stores);
  const inLogs = await findInLogs(victim.url, readers);
  await victim.ready();
  return [
    ...surprises.slice(0, 5).map((surprise) => `a client was answered ${surprise}`),
    ...checkBooks(figures, acknowledged.size),
    ...compare("the objects", acknowledged, inObjects),
    ...compare("the answers of /v1/telemetry/logs", acknowledgedLogs, inLogs),
    ...(await findLeftovers(victim.stores)),
  ];
}

async function findAfterStop(victim: Victim, stopped: { code: number; tookMs: number }): Promise<string[]> {
  const violations: string[] = [];
  if (stopped.code !== 0) violations.push(`it ended with ${stopped.code} after SIGTERM`);
  if (stopped.tookMs > STOP_WITHIN_MS) violations.push(`it took ${Math.round(stopped.tookMs)} ms to stop`);
  violations.push(...victim.orphans().map((commandLine) => `this process is left over: ${commandLine}`));
  return violations;
}
