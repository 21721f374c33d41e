/**
 * What a team's day costs: sends captured sessions many times over, as different sessions, and prints processor time,
 * disk and memory for thirty developers with forty prompts a day each.
 *
 * scripts/run scripts/bench/team-day.ts [--copies 40] [--dir FOLDER] [--executable] [--engines]
 *
 * With --engines the rows are in PostgreSQL and the records in a bucket, both on this machine, and it also prints what
 * those do.
 */
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readFlags, toggle, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { caughtUp } from "./caught-up.ts";
import { type Done, startOutside } from "./on-engines/outside.ts";
import { mainThreadSeconds, usageOf } from "./processes.ts";

const flags = readFlags({ ...APPLIANCE_FLAGS, copies: wholeNumber(40), engines: toggle() });

/** One of each agent that was captured; three prompts each. */
const SESSIONS = ["codex-tool", "gemini-tool", "qwen-tool", "opencode-ok"];
const PROMPTS_A_SESSION = 3;
const TEAM = { developers: 30, promptsADay: 40, daysAMonth: 21 };
/** For so long it is watched when all is done. */
const IDLE_SECONDS = 60;
/** What names one session, trace or span; each copy gets its own. */
const NAMES =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ses_\w+|(?<="(?:traceId|spanId|parentSpanId)"\s*:\s*")[0-9a-f]+/g;

interface CapturedRequest {
  path: string;
  bodyText: string;
}

const captured = await Promise.all(SESSIONS.map(readSession));
const outside = flags.engines ? await startOutside(flags.dir) : null;
const appliance = await startBenched(flags, outside?.flags);
await caughtUp(appliance);
const doneBefore = await outside?.done();
const before = {
  ...usageOf(appliance.pid),
  ingest: mainThreadSeconds(appliance.pid),
  diskBytes: bytesIn(appliance.directory),
};
let mostBytes = 0;
const watch = setInterval(() => (mostBytes = Math.max(mostBytes, usageOf(appliance.pid).residentBytes)), 200);
let sentBytes = 0;
for (let copy = 0; copy < flags.copies; copy += 1)
  for (const session of captured) for (const request of session) await send(request, copy);
await caughtUp(appliance);
clearInterval(watch);
const after = {
  ...usageOf(appliance.pid),
  ingest: mainThreadSeconds(appliance.pid),
  diskBytes: bytesIn(appliance.directory),
};
const doneAfter = await outside?.done();
const idleShare = await measureIdle();
await appliance.stop();
await outside?.stop();
discard(appliance);

const prompts = flags.copies * SESSIONS.length * PROMPTS_A_SESSION;
const teamPrompts = TEAM.developers * TEAM.promptsADay;
const ofTeam = (amount: number): number => (amount / prompts) * teamPrompts;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
print(`${prompts} prompts sent, ${megabytes(sentBytes)}`);
print(`a day of ${TEAM.developers} developers with ${TEAM.promptsADay} prompts each:`);
print(
  `  processor  ${ofTeam(after.cpuSeconds - before.cpuSeconds).toFixed(0)} s of one core, ` +
    `${ofTeam(after.ingest - before.ingest).toFixed(0)} s of it for ingest`,
);
print(`  idle       ${(100 * idleShare).toFixed(1)} % of one core`);
print(`  network    ${megabytes(ofTeam(sentBytes))}`);
print(
  `  disk       ${megabytes(ofTeam(after.diskBytes - before.diskBytes))} a day, ` +
    `${megabytes(TEAM.daysAMonth * ofTeam(after.diskBytes - before.diskBytes))} a month`,
);
print(`  memory     ${megabytes(before.residentBytes)} idle, ${megabytes(mostBytes)} at most`);
if (doneBefore !== undefined && doneAfter !== undefined) printDone(doneBefore, doneAfter);

/** Returns the share of one core that it takes when nothing comes. */
async function measureIdle(): Promise<number> {
  await Bun.sleep(5_000); // what the last records caused is over
  const first = usageOf(appliance.pid).cpuSeconds;
  await Bun.sleep(1_000 * IDLE_SECONDS);
  return (usageOf(appliance.pid).cpuSeconds - first) / IDLE_SECONDS;
}

function printDone(first: Done, last: Done): void {
  const turns = last.turns - first.turns;
  const asked = Object.entries(last.requests).map(([method, count]) => {
    return `${((count - (first.requests[method] ?? 0)) / turns).toFixed(2)} ${method}`;
  });
  print(`  PostgreSQL ${ofTeam(last.databaseSeconds - first.databaseSeconds).toFixed(0)} s of one core`);
  print(`of a turn, of ${turns}:`);
  print(`  database   ${((last.databaseBytes - first.databaseBytes) / turns / 1_000).toFixed(1)} kB`);
  print(`  bucket     ${asked.join(", ")}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function readSession(name: string): Promise<CapturedRequest[]> {
  const path = join(import.meta.dir, `../../test/fixtures/sessions/${name}.jsonl.gz`);
  const lines = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(path).bytes()));
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as CapturedRequest);
}

async function send({ path, bodyText }: CapturedRequest, copy: number): Promise<void> {
  const body = bodyText.replace(NAMES, (name) => renamed(name, copy));
  sentBytes += body.length;
  const answer = await fetch(`http://127.0.0.1:${appliance.port}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${appliance.key}`, "content-type": "application/json" },
    body,
  });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
}

/** Another name of the same shape; a name's places within one copy stay the same name. */
function renamed(name: string, copy: number): string {
  const digits = createHash("sha256").update(`${copy} ${name}`).digest("hex");
  let at = 0;
  return name.replace(/[0-9a-f]/g, () => digits[at++ % digits.length] ?? "0");
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesIn(path);
    return entry.name.startsWith("nats-server") ? sum : sum + statSync(path).size;
  }, 0);
}
