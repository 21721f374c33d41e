/** A whole appliance to test: real threads, real stream, real door, on a new folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../eventually.ts";
import { fetchAgain } from "../fetch-again.ts";
import type { WorkerName } from "../../src/appliance/appliance.ts";
import { startAppliance } from "../../src/appliance/start.ts";
import type { Database } from "../../src/database/open.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { developerToBind } from "../../src/identity/developers/directory.ts";
import { issueKey, type KeyRequest, revokeKey } from "../../src/identity/keys/issue.ts";
import type { FirstKeys } from "../../src/identity/first-keys.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import type { MetricRow } from "../../src/metrics/answer.ts";
import { newestBaselines } from "../../src/metrics/baselines/baselines-table.ts";
import { nextJob } from "../../src/database/jobs/job-table.ts";
import { RECOMPUTES } from "../../src/metrics/baselines/recompute-table.ts";
import { readLeft } from "../../src/normaliser/caught-up.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { findDue } from "../../src/turns/table.ts";
import { type Clock, systemClock } from "../../src/vocabulary/clock.ts";
import { type Log, silentLog } from "../../src/vocabulary/log.ts";
import type { StoredSignal } from "../../src/vocabulary/otlp.ts";
import { HOUR, type Milliseconds } from "../../src/vocabulary/units.ts";
import { readPosition } from "../../src/books/progress-table.ts";
import { ofThisRun } from "../kept/of-this-run.ts";
import { wholeSchema } from "../whole-schema.ts";
import { localStores, openDatabaseOf, type StoreSettings } from "../../src/stores.ts";

/** A key, and the id by which it is revoked. */
export interface TestKey {
  id: string;
  key: string;
}

/** An organization of a test, with one unbound member key that is named "key" and reads everybody. */
export interface TestOrganization {
  id: string;
  key: string;
  admin: string;
  /**
   * Adds a key. Without scopes an unbound one reads everybody.
   *
   * @param changes - A developer's e-mail to bind the key to.
   */
  addKey(
    changes?: Pick<Partial<KeyRequest>, "role" | "name" | "scopes" | "endsAt"> & { developer?: string },
  ): Promise<TestKey>;
}

/** An appliance that runs; other tests may use it too. */
export interface TestAppliance {
  url: string;
  port: number;
  directory: string;
  /** Reads what the appliance has stored. */
  database: Database;
  addOrganization(): Promise<TestOrganization>;
  revoke(keyId: string): Promise<void>;
  /**
   * Posts telemetry: an object as JSON, text and bytes as they are. It sends again for as long as a busy machine
   * answers 503, as senders do.
   */
  send(path: string, body: unknown, key: string): Promise<Response>;
  get(path: string, key: string): Promise<Response>;
  /** The rows of `GET /scoring/metrics`, whatever their time. */
  metrics(key: string, query?: string): Promise<MetricRow[]>;
  /** How many records of the organization the object store holds, by signal. */
  held(organization: string): Promise<Partial<Record<StoredSignal, number>>>;
  /** Returns when everything that was answered with 200 is in the object store. */
  written(): Promise<void>;
  /** Returns when everything that was answered with 200 is written, examined and measured. */
  settled(): Promise<void>;
  /** Returns when the organization has learned its baselines and all of its work is held against them. */
  learned(organization: string): Promise<void>;
  /** Leaves it; one that this process has started ends. */
  stop(): Promise<void>;
}

/** An appliance that a test has started for itself. */
export interface OwnAppliance extends TestAppliance {
  /** The keys of the organization that the first start made; null on a folder that was served before. */
  firstKeys: FirstKeys | null;
  /**
   * Reads settings again, as SIGHUP does.
   *
   * @param settings - Those that differ from the tests' own, as `scoring.toml` would have them.
   */
  reload(settings: Record<string, unknown>): Promise<void>;
  /** Stops it; the folder goes too, unless it was given. */
  stop(): Promise<void>;
}

export interface TestApplianceOptions {
  /** As `scoring.toml` would have them. */
  settings?: Record<string, unknown>;
  /** How far the clock is ahead by which requests are judged. */
  doorClockAheadMs?: () => Milliseconds;
  /** How far the engine's clock runs ahead of the machine's. */
  engineClockAheadMs?: Milliseconds;
  /** How long it may take to stop, where that is the question. */
  stopWithinMs?: Milliseconds;
  /** A stand-in for Slack. */
  slackUrl?: string;
  /** A folder that an earlier appliance left. */
  directory?: string;
  /** Hears what is logged. */
  log?: Log;
  /** Starts a thread in its own way; `usual` starts the real one. */
  startWorker?: (name: WorkerName, usual: () => Worker) => Worker;
}

const TELEMETRY: ReadonlySet<string> = new Set(["/v1/logs", "/v1/metrics", "/v1/traces"]);

/** A whole appliance stops within ten seconds; on a machine that is busy with other tests, parts would be left. */
const STOP_WITHIN_MS: Milliseconds = 120_000;

/** Small batches, closed at once, no floor because a test's disk may be nearly full, and patience with a busy machine. */
const SETTINGS_OF_TESTS = {
  // tests count calls of their models
  llmCheck: false,
  listen: "127.0.0.1:0",
  batchMaxMs: 20,
  diskFloorBytes: 0,
  diskFloorShare: 0,
  requestDeadlineMs: 120_000,
};

export { eventually } from "../eventually.ts";

/** How far the engine of the kept appliance `later` is ahead: sessions are closed a day after their last record. */
export const LATER_MS: Milliseconds = 25 * HOUR;

/** The files of the threads, by name. */
export const WORKERS = await ofThisRun("workers");

/**
 * Joins the one of this run, for tests that have organizations of their own and need nothing else to themselves: none
 * that count what the whole appliance did, stop it or change its settings.
 */
export async function joinTestAppliance(
  name: "appliance" | "later" | "receiver" = "appliance",
): Promise<TestAppliance> {
  const { url, directory } = await ofThisRun(name);
  const clock = () => systemClock() + (name === "later" ? LATER_MS : 0);
  const joined = attach({ url, stores: localStores(directory), clock });
  return { ...joined, stop: () => joined.database.destroy() };
}

/** Starts one on a free port. */
export async function startTestAppliance(options: TestApplianceOptions = {}): Promise<OwnAppliance> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "appliance-"));
  const settingsOf = (chosen: Record<string, unknown> = {}) =>
    SETTINGS.parse({ ...SETTINGS_OF_TESTS, ...chosen, dataDir: directory });
  const engineClockAheadMs = options.engineClockAheadMs ?? 0;
  const appliance = await startAppliance(settingsOf(options.settings), {
    clock: () => systemClock() + (options.doorClockAheadMs?.() ?? 0),
    log: options.log ?? silentLog,
    startWorker: (name) => {
      const env = { ...process.env, CLOCK_AHEAD_MS: String(engineClockAheadMs) };
      const usual = () =>
        name === "engine" && engineClockAheadMs !== 0
          ? new Worker(WORKERS.engineAhead, { env })
          : new Worker(WORKERS[name]);
      return options.startWorker?.(name, usual) ?? usual();
    },
    ...(options.slackUrl !== undefined && { slackUrl: options.slackUrl }),
    stopWithinMs: options.stopWithinMs ?? STOP_WITHIN_MS,
  });
  const { url, firstKeys } = appliance;
  const stores = settingsOf(options.settings);
  const attached = attach({ url, stores, clock: () => systemClock() + engineClockAheadMs });
  return {
    ...attached,
    firstKeys,
    reload: (changed) => appliance.reload(settingsOf({ ...options.settings, ...changed })),
    stop: async () => {
      await attached.database.destroy();
      await appliance.stop();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The engine's clock says what waits. */
function attach({
  url,
  stores,
  clock,
}: {
  url: string;
  stores: StoreSettings;
  clock: Clock;
}): Omit<TestAppliance, "stop"> {
  const database = openDatabaseOf(stores, "read");
  const send: TestAppliance["send"] = (path, body, key) => {
    // a stream can be read only once
    const once = !TELEMETRY.has(path) || body instanceof ReadableStream;
    return (once ? fetch : fetchAgain)(url + path, postOf(body, key));
  };
  const get: TestAppliance["get"] = (path, key) =>
    fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  // a server that was stopped looks no key up
  const isUnread = (key: string) =>
    get("/v1/session", key).then(
      ({ status }) => status === 503,
      () => false,
    );
  const add = () => addOrganization(stores, isUnread);
  // made when it is first needed, because some servers must hold only one organization
  let making: Promise<TestOrganization> | null = null;
  let sent = 0;
  const written: TestAppliance["written"] = async () => {
    making ??= add();
    const canaries = await making;
    sent += 1;
    const canary = canaryOf(sent);
    // one that was not acknowledged would be waited for in vain
    await eventually(async () => (await send("/v1/logs", canary, canaries.key)).status === 200);
    // the stream keeps the order, so all that was acknowledged before the canary is written with it or before it
    await eventually(async () => ((await countHeld(database, canaries.id)).logs ?? 0) >= sent);
  };
  const nothingWaits = () => eventually(async () => !(await somethingWaits(database, clock())));
  return {
    url,
    port: Number(new URL(url).port),
    directory: stores.dataDir,
    database,
    send,
    get,
    addOrganization: add,
    revoke: async (keyId) => {
      const revoked = await changing(stores, (transaction) =>
        revokeKey(transaction, { id: keyId, organizationId: null }, systemClock()),
      );
      if (!revoked.ok) throw new Error(`there is no key ${keyId}`);
    },
    metrics: async (key, query = "") => {
      const answer = await get(`/scoring/metrics?from=2000-01-01T00:00:00Z&limit=500&${query}`, key);
      return ((await answer.json()) as { metrics: MetricRow[] }).metrics;
    },
    held: (organization) => countHeld(database, organization),
    written,
    settled: async () => {
      await written();
      const position = (await readPosition(database, "writer"))?.sequence ?? 0;
      await eventually(async () => (await readLeft(database, position)).unexamined.records === 0);
      await nothingWaits();
    },
    learned: async (organization) => {
      await eventually(async () => (await newestBaselines(database, organization)).source === "learned");
      await eventually(async () => (await nextJob(database, RECOMPUTES)) === null);
      await nothingWaits();
    },
  };
}

async function somethingWaits(database: Database, now: Milliseconds): Promise<boolean> {
  return (await findDirty(database, 1)).length > 0 || (await findDue(database, now, 1)).length > 0;
}

async function countHeld(
  database: Database,
  organization: string,
): Promise<Partial<Record<StoredSignal, number>>> {
  const held = await wholeSchema(database)
    .selectFrom("objects")
    .select((row) => ["signal", row.fn.sum<number>("records").as("records")])
    .where("organization", "=", organization)
    .groupBy("signal")
    .execute();
  return Object.fromEntries(held.map(({ signal, records }) => [signal, records]));
}

/** No two are alike, for equal bodies count once. */
function canaryOf(number: number): object {
  return { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { intValue: number } }] }] }] };
}

function postOf(body: unknown, key: string): RequestInit {
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  return {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: isRaw ? body : JSON.stringify(body),
  };
}

/** As a command does it while the appliance runs. */
async function changing<Value>(
  stores: StoreSettings,
  work: (transaction: Database) => Promise<Value>,
): Promise<Value> {
  const database = openDatabaseOf(stores, "write");
  try {
    return await inTransaction(database, "full", work);
  } finally {
    await database.destroy();
  }
}

const READS_ALL = ["ingest", "read_team"] as const;

/** Makes one whose keys the server knows: on a busy machine it answers 503 when it cannot look a new one up in time. */
async function addOrganization(
  stores: StoreSettings,
  isUnread: (key: string) => Promise<boolean>,
): Promise<TestOrganization> {
  const made = await changing(stores, (transaction) =>
    createOrganization(transaction, crypto.randomUUID(), systemClock()),
  );
  if (!made.ok) throw new Error("two organizations with one random name");
  const { id } = made.value;
  const addKey: TestOrganization["addKey"] = async (changes = {}) => {
    const { role = "member", name = "key", developer, scopes, endsAt } = changes;
    const added = await changing(stores, async (transaction) => {
      const developerId = developer === undefined ? null : await bindTo(transaction, id, developer);
      const usual = role === "member" && developerId === null ? { scopes: READS_ALL } : {};
      const asked = scopes === undefined ? usual : { scopes };
      const request = { organizationId: id, name, role, developerId, ...asked, endsAt: endsAt ?? null };
      const { key, record } = await issueKey(transaction, request, systemClock());
      return { key, id: record.id };
    });
    await eventually(async () => !(await isUnread(added.key)));
    return added;
  };
  const { key } = await addKey();
  const { key: admin } = await addKey({ role: "admin", name: "admin" });
  return { id, key, admin, addKey };
}

async function bindTo(transaction: Database, organizationId: string, email: string): Promise<string> {
  const bound = await developerToBind(transaction, { organizationId, idOrEmail: email });
  if (!bound.ok) throw new Error(`${email} is no e-mail`);
  return bound.value.id;
}
