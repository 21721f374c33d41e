/**
 * Sends each hostile body to a server of its own and says what it cost: the answer, seconds until /health answers
 * fast again and everything accepted is examined, the peak of memory above idle, of all processes together, and how long
 * /health took until the answers were there.
 *
 * bun scripts/bench/hostile.ts [--dir FOLDER] [--only WORDS] [--encodings plain,gzip] [--megabytes N]
 *   [--at-once N] [--executable]
 *
 * With --at-once so many of the same body are sent together.
 */
import { gzipSync } from "node:zlib";
import { readFlags, someOf, text, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, type BenchedAppliance, discard, startBenched } from "./appliance.ts";
import { ENCODINGS } from "./bodies.ts";
import { watchHealth } from "./ping-health.ts";
import { HOSTILE_SHAPES, type HostileShape } from "./hostile-bodies.ts";
import { usageOf } from "./processes.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  only: text(null),
  encodings: someOf(ENCODINGS),
  megabytes: wholeNumber(20),
  "at-once": wholeNumber(1),
});
const LIMIT_BYTES = flags.megabytes * 1024 * 1024;
const AT_ONCE = flags["at-once"];
const HEALTHY_MS = 60;
const HEALTH_DEADLINE_MS = 30_000;
const GIVE_UP_MS = 300_000;
const SAMPLE_MS = 25;

const shapes = HOSTILE_SHAPES.filter(({ name }) => flags.only === null || name.includes(flags.only));
if (shapes.length === 0) throw new Error(`no body is called --only ${flags.only}`);
process.stdout.write(
  "| Body | Sent as | Answer | Seconds until answered | until healthy and examined | MB above idle | ms of /health, p50, p99, most |\n",
);
process.stdout.write("| --- | --- | --- | --- | --- | --- | --- |\n");
for (const shape of shapes) for (const encoding of flags.encodings) await measure(shape, encoding);

async function measure(shape: HostileShape, encoding: string): Promise<void> {
  const plain = shape.make(LIMIT_BYTES);
  const body = encoding === "gzip" ? gzipSync(plain) : plain;
  const appliance = await startBenched(flags);
  try {
    await settled(appliance);
    const idleBytes = usageOf(appliance.pid).residentBytes;
    let peakBytes = idleBytes;
    const watch = setInterval(() => {
      peakBytes = Math.max(peakBytes, usageOf(appliance.pid).residentBytes);
    }, SAMPLE_MS);
    const endWatch = watchHealth(appliance.port);
    const startedAt = performance.now();
    const sent = Array.from({ length: AT_ONCE }, () => send(appliance, body, encoding));
    const status = tally(await Promise.all(sent));
    const answered = performance.now() - startedAt;
    const { p50Ms, p99Ms, mostMs } = await endWatch();
    await settled(appliance);
    const done = performance.now() - startedAt;
    clearInterval(watch);
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    const megabytes = ((peakBytes - idleBytes) / 1e6).toFixed(0);
    const waits = [p50Ms, p99Ms, mostMs].map((ms) => ms.toFixed(0)).join(" ");
    const cells = [shape.name, encoding, status, seconds(answered), seconds(done), megabytes, waits];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  } finally {
    await appliance.stop();
    discard(appliance);
  }
}

/** `413` for one answer, `30 × 413` for several of a kind. */
function tally(answers: readonly string[]): string {
  const counts = Map.groupBy(answers, (answer) => answer);
  return [...counts]
    .map(([answer, { length }]) => (length === 1 ? answer : `${length} × ${answer}`))
    .join(", ");
}

async function send({ port, key }: BenchedAppliance, body: Uint8Array, encoding: string): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/logs`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(encoding === "gzip" && { "content-encoding": "gzip" }),
      },
      body,
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return `no answer (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Waits until /health answers fast and everything that was published is examined. */
async function settled(appliance: BenchedAppliance): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (let quiet = 0; quiet < 5; await Bun.sleep(50)) {
    quiet = (await isHealthy(appliance)) && (await isExamined(appliance)) ? quiet + 1 : 0;
    if (performance.now() < deadline) continue;
    process.stdout.write("not settled: ");
    return;
  }
}

async function isHealthy({ port }: BenchedAppliance): Promise<boolean> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(HEALTH_DEADLINE_MS);
  const response = await fetch(`http://127.0.0.1:${port}/health`, { signal }).catch(() => null);
  return response?.status === 200 && performance.now() - startedAt < HEALTHY_MS;
}

async function isExamined({ port, key, books }: BenchedAppliance): Promise<boolean> {
  const { persisted, examined, quarantined, duplicate } = await books();
  if (examined.records < persisted.records) return false;
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const accepted = [...(await response.text()).matchAll(/^scoring_accepted_records_total\S* (\d+)/gm)];
  const sum = accepted.reduce((total, match) => total + Number(match[1]), 0);
  return persisted.records + quarantined.records + duplicate.records >= sum;
}
