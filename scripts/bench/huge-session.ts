/**
 * What one session of very many prompts costs others: how long their records wait, and what answers take afterwards.
 *
 * scripts/run scripts/bench/huge-session.ts [--prompts 150000] [--dir FOLDER] [--executable]
 *
 * One key sends the prompts in gzipped bodies, while another sends a record each second and asks for it until it can be
 * read. When everything is measured, one more record comes to the session, and then each answer about
 * the whole organization is asked for. It fails when a record waited for more than ten seconds, or when an answer fails.
 */
import { findDirty } from "../../src/normaliser/dirty-table.ts";
import { idIn } from "../../src/vocabulary/held-name.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { DAY, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import { readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { usageOf } from "./processes.ts";
import { median } from "./sample.ts";
import { bodyOfPrompts, PROMPTS_A_BODY } from "./prompts.ts";

const flags = readFlags({ ...APPLIANCE_FLAGS, prompts: wholeNumber(150_000) });
const HUGE = "huge";
const MANY = 1_000;
const LONGEST_LAG: Milliseconds = 10 * SECOND;

/** How long a record waited, and what the program used of the processors meanwhile. */
interface Lag {
  waited: Milliseconds;
  cpuSeconds: number;
}

const ANSWERS = [
  "/v1/sessions/huge/timeline?limit=500",
  "/v1/insights/highlights",
  "/v1/insights/summary",
  "/v1/intelligence/prompt-chains",
  "/v1/intelligence/throttle",
  "/v1/intelligence/rightsizing",
  "/v1/sessions",
  "/scoring/scores",
  "/scoring/team",
  "/scoring/sub-sessions/by-session",
  "/scoring/sub-sessions/rollup",
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];
const appliance = await startBenched(flags);
const url = `http://127.0.0.1:${appliance.port}`;
const colleague = await makeKey();
const lags: Lag[] = [];
let peakBytes = 0;
let sentRecords = 0;
let isOver = false;

const before = usageOf(appliance.pid);
const watching = watchMemory();
const asking = watchOthers();
const startedAt = performance.now();
await sendPrompts(0, flags.prompts);
await settled();
const seconds = (performance.now() - startedAt) / SECOND;
const used = usageOf(appliance.pid).cpuSeconds - before.cpuSeconds;
isOver = true;
await Promise.all([watching, asking]);
const waits = lags.map(({ waited }) => waited);
const longest = lags.reduce((most, lag) => (lag.waited > most.waited ? lag : most));
say(`${flags.prompts} prompts measured after ${seconds.toFixed(0)} s, ${used.toFixed(0)} CPU seconds`);
say(`processes took at most ${megabytes(peakBytes)} MB, ${megabytes(before.residentBytes)} MB before`);
say(
  `records of another key could be read after ${median(waits).toFixed(0)} ms, at most ` +
    `${longest.waited.toFixed(0)} ms, of which the program used ${longest.cpuSeconds.toFixed(1)} CPU seconds`,
);
if (longest.waited > LONGEST_LAG) failures.push("a record of another key waited for more than ten seconds");
await measureOneMore();
for (const path of ANSWERS) await ask(path);
say(`processes take ${megabytes(usageOf(appliance.pid).residentBytes)} MB after the answers`);
await appliance.stop();
discard(appliance);
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function authorization(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

async function makeKey(): Promise<string> {
  const headers = { ...authorization(appliance.key), "content-type": "application/json" };
  const body = JSON.stringify({ name: "colleague", role: "member", readsAll: true });
  const made = await fetch(`${url}/v1/admin/keys`, { method: "POST", headers, body });
  return ((await made.json()) as { key: string }).key;
}

async function sendPrompts(first: number, count: number): Promise<void> {
  for (let at = first; at < first + count; at += PROMPTS_A_BODY) {
    const prompts = { session: HUGE, first: at, count: Math.min(PROMPTS_A_BODY, first + count - at) };
    await send(bodyOfPrompts(prompts), appliance.key);
    sentRecords += prompts.count;
  }
}

/** A server under pressure says 429 or 503; a client tries again. */
async function send(body: string, key: string): Promise<void> {
  const headers = {
    ...authorization(key),
    "content-type": "application/json",
    "content-encoding": "gzip",
  };
  for (;;) {
    const sent = { method: "POST", headers, body: Bun.gzipSync(body) };
    const { status } = await fetch(`${url}/v1/logs`, sent);
    if (status === 200) return;
    await Bun.sleep(SECOND / 2);
  }
}

async function watchMemory(): Promise<void> {
  for (; !isOver; await Bun.sleep(100)) peakBytes = Math.max(peakBytes, usageOf(appliance.pid).residentBytes);
}

/** A record each second, from its 200 until it can be read. */
async function watchOthers(): Promise<void> {
  for (let record = 0; !isOver; record += 1) {
    const session = `other-${record}`;
    await send(bodyOfPrompts({ session, first: 0, count: 1 }), colleague);
    sentRecords += 1;
    const from = { cpu: usageOf(appliance.pid).cpuSeconds, at: performance.now() };
    while (!(await isReadable(session))) await Bun.sleep(50);
    const cpuSeconds = usageOf(appliance.pid).cpuSeconds - from.cpu;
    lags.push({ waited: performance.now() - from.at, cpuSeconds });
    await Bun.sleep(SECOND);
  }
}

async function isReadable(session: string): Promise<boolean> {
  const from = new Date(Date.now() - DAY).toISOString();
  const path = `/v1/telemetry/logs?session_id=${session}&from=${encodeURIComponent(from)}`;
  const answer = await fetch(url + path, { headers: authorization(colleague) });
  if (answer.status !== 200) return false;
  return ((await answer.json()) as { logs: unknown[] }).logs.length > 0;
}

/** Waits until all prompts are examined and measured. */
async function settled(): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "read");
  for (let quiet = 0; quiet < 3; await Bun.sleep(SECOND / 2)) {
    const { examined } = await appliance.books();
    const waiting = (await findDirty(database, MANY)).filter(({ session }) => idIn(session) === HUGE);
    const isBehind = examined.records < sentRecords || waiting.length > 0;
    quiet = isBehind ? 0 : quiet + 1;
  }
  await database.destroy();
}

async function measureOneMore(): Promise<void> {
  const from = { cpu: usageOf(appliance.pid).cpuSeconds, at: performance.now() };
  await sendPrompts(flags.prompts, 1);
  await settled();
  const cpu = usageOf(appliance.pid).cpuSeconds - from.cpu;
  const took = (performance.now() - from.at) / SECOND;
  say(`one more prompt of it: measured after ${took.toFixed(1)} s, ${cpu.toFixed(1)} CPU seconds`);
}

async function ask(path: string): Promise<void> {
  const from = performance.now();
  const answer = await fetch(url + path, { headers: authorization(appliance.key) });
  const text = await answer.text();
  const took = (performance.now() - from).toFixed(0);
  const memory = megabytes(usageOf(appliance.pid).residentBytes);
  say(`${path.padEnd(40)} ${answer.status} ${took.padStart(7)} ms, ${text.length} characters, ${memory} MB`);
  if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
}
