/**
 * What a new record costs in a session that is long already, and how far many long sessions lag.
 *
 * scripts/run scripts/bench/long-sessions.ts [--sizes 200,2000,20000,200000] [--sessions 100] [--records 3000] [--seconds 20]
 *   [--dir FOLDER]
 *
 * It works in its own process on a data directory without a server: records are examined and measured by the
 * program's own functions. First one session of each size gets a record more, several times. Then as many sessions as asked for, each of so many records, get one record each in
 * every second.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { prepareTables } from "../../src/database/prepare.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { Examination } from "../../src/normaliser/examine.ts";
import { saveExaminations } from "../../src/normaliser/save-examinations.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { LongSessions } from "../../src/sessions/long-sessions.ts";
import { RECEIVED_AT, RECEIVED_KEY, RECEIVED_SEQUENCE, type StoredLine } from "../../src/vocabulary/otlp.ts";
import { DAY, SECOND } from "../../src/vocabulary/units.ts";
import { readFlags, text, wholeNumber, wholeNumbers } from "../flags.ts";
import { median, quantile } from "./sample.ts";
import { bodyOf, emailOf, sessionRecords } from "./team.ts";
import type { SessionName } from "../../src/vocabulary/held-name.ts";

const flags = readFlags({
  sizes: wholeNumbers([200, 2_000, 20_000, 200_000]),
  sessions: wholeNumber(100, { least: 0 }),
  records: wholeNumber(3_000),
  seconds: wholeNumber(20),
  dir: text(tmpdir()),
});
/** Records in one examined batch of those that a session has at the beginning. */
const BATCH = 500;
const LEAST_RECORDS_PER_GOAL = 8;
const ROUNDS = 20;
const WARM_UP = 200;

const directory = mkdtempSync(join(flags.dir, "long-sessions-"));
const database = openDatabase(join(directory, "scoring.db"), "write");
await prepareTables(database, ALL_TABLES);
const organization = await makeOrganization(database);
const parts = { database, clock: Date.now, prices: loadPrices({ pricesFile: null }), outages: () => [] };
const measurer = new Measurer(parts);
let sequence = 0;
let people = 0;

await measureOneMore(WARM_UP);
say(["records in the session", "CPU ms for one more"]);
for (const size of flags.sizes) {
  say([String(size), (await measureOneMore(size)).toFixed(1)]);
}
if (flags.sessions > 0) await measureLag(flags.sessions, flags.records);
await database.destroy();
rmSync(directory, { recursive: true });

async function makeOrganization(of: Database): Promise<string> {
  const made = await inTransaction(of, "full", (transaction) =>
    createOrganization(transaction, "default", Date.now()),
  );
  if (!made.ok) throw new Error("the organization exists");
  return made.value.id;
}

function say(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padStart(24)).join("")}\n`);
}

/** A session's records that end now; those beyond `size` come one by one. */
function makeSession(name: string, size: number, more: number): { held: object[]; coming: object[] } {
  const goals = Math.ceil((size + more) / LEAST_RECORDS_PER_GOAL) + 2;
  const startsAt = Date.now() - Math.max(DAY, goals * 20 * 60 * SECOND);
  const { records } = sessionRecords(name, { email: emailOf(people++), startsAt, goals });
  return { held: records.slice(0, size), coming: records.slice(size, size + more) };
}

async function examine(records: readonly object[]): Promise<void> {
  sequence += 1;
  const examination = new Examination(organization, () => "dev-1", []);
  examination.add(lineOf(records));
  await inTransaction(database, "normal", (transaction) =>
    saveExaminations(transaction, new Map([[organization, examination]]), { sequence, pass: 0 }),
  );
}

/** Records as the writer stores them. */
function lineOf(records: readonly object[]): StoredLine {
  const line = JSON.parse(bodyOf(records)) as StoredLine;
  line.resourceLogs?.[0]?.resource?.attributes?.push(
    { key: RECEIVED_AT, value: { stringValue: `${Date.now()}000000` } },
    { key: RECEIVED_KEY, value: { stringValue: "key-1" } },
    { key: RECEIVED_SEQUENCE, value: { stringValue: `${sequence}:0:0` } },
  );
  return line;
}

async function fill(records: readonly object[]): Promise<void> {
  for (let at = 0; at < records.length; at += BATCH) await examine(records.slice(at, at + BATCH));
}

async function measureAll(): Promise<void> {
  while ((await measurer.round()).more || (await findDirty(database, 1)).length > 0) await Bun.sleep(0);
}

async function measureOneMore(size: number): Promise<number> {
  const { held, coming } = makeSession(`of ${size}`, size, ROUNDS);
  await fill(held);
  await measureAll();
  const costs: number[] = [];
  for (const record of coming) {
    costs.push(
      await cpuMsOf(async () => {
        await examine([record]);
        await measureAll();
      }),
    );
  }
  return median(costs);
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Lags: from the examination of a session's records until these are measured. */
interface Lags {
  /** When the records came that wait. */
  since: Map<SessionName, number>;
  longNames: ReadonlySet<SessionName>;
  long: number[];
  short: number[];
}

/** Each second the long sessions get a record each, and so does a new short one, as the program would measure them. */
async function measureLag(sessions: number, records: number): Promise<void> {
  const { seconds } = flags;
  const all = Array.from({ length: sessions }, (_, index) =>
    makeSession(`session ${index}`, records, seconds),
  );
  for (const { held } of all) await fill(held);
  const longNames = new Set((await findDirty(database, 2 * sessions)).map(({ session }) => session));
  await measureAll();
  const rested = new Measurer({ ...parts, longSessions: new LongSessions() });
  const lags: Lags = { since: new Map(), longNames, long: [], short: [] };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  for (let second = 0; second < seconds || lags.since.size > 0; second += 1) {
    while (performance.now() < startedAt + second * SECOND) await measureSome(rested, lags);
    if (second >= seconds) continue;
    const short = makeSession(`short ${second}`, 1, 0).held;
    await examine([...all.map(({ coming }) => coming[second] ?? {}), ...short]);
    for (const { session } of await findDirty(database, 2 * sessions))
      if (!lags.since.has(session)) lags.since.set(session, performance.now());
  }
  const { user, system } = process.cpuUsage(before);
  say([]);
  say(["", "median lag s", "longest lag s"]);
  say([`${sessions} of ${records} records`, ...describeLags(lags.long)]);
  say(["a short one next to it", ...describeLags(lags.short)]);
  say(["CPU ms a record", ((user + system) / 1000 / (sessions * seconds)).toFixed(1)]);
}

async function measureSome(rested: Measurer, { since, longNames, long, short }: Lags): Promise<void> {
  const { more } = await rested.round();
  const waiting = new Set((await findDirty(database, since.size)).map(({ session }) => session));
  for (const [session, at] of since) {
    if (waiting.has(session)) continue;
    since.delete(session);
    (longNames.has(session) ? long : short).push(performance.now() - at);
  }
  await Bun.sleep(more ? 0 : 20);
}

function describeLags(lags: readonly number[]): string[] {
  return [median(lags), quantile(lags, 1)].map((lag) => (lag / SECOND).toFixed(1));
}
