/**
 * Sends the same load to this program and to OpenTelemetry Collectors, one after the other in each round, from one load
 * generator. Needs Go, which builds the Collector, and ./scoring.
 *
 *   scripts/run scripts/bench/peers.ts --executable [--dir FOLDER] [--seconds 4] [--rounds 3] [--connections 48]
 *     [--sizes 1,10,100,1000] [--encodings plain,gzip]
 *
 * CPU is that of all processes until what was sent is on the disk; with scoring, until it is examined and scored too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildCollector } from "../collector/collector.ts";
import { amount, readFlags, someOf, wholeNumber, wholeNumbers } from "../flags.ts";
import { APPLIANCE_FLAGS } from "./appliance.ts";
import { createBodyMaker, type Encoding } from "./bodies.ts";
import { type LoadResult, runLoad } from "./load.ts";
import { usageOf } from "./processes.ts";
import { median } from "./sample.ts";
import { type Peer, startCollectors, startScoring } from "./peers/peer.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  seconds: amount(4),
  rounds: wholeNumber(3),
  connections: wholeNumber(48),
  sizes: wholeNumbers([1, 10, 100, 1_000]),
  encodings: someOf(["plain", "gzip"] as const),
});
const WARM_UP_SECONDS = 1;
const MILLION = 1_000_000;

/** One peer's answers to one kind of body in one round. */
interface Taken {
  result: LoadResult;
  /** Of all its processes, from the first request until what it took is on the disk. */
  cpuSeconds: number;
  bytesOnDisk: { records: number; all: number };
  peakBytes: number;
  records: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
let firstCount = 0;
const failures: string[] = [];

const tools = mkdtempSync(join(flags.dir, "peers-bench-"));
try {
  const collector = await buildCollector(tools);
  const starts: (() => Promise<Peer>)[] = [
    () => startScoring(flags),
    () =>
      startCollectors(collector, flags.dir, { name: "Collector, file", compression: "none", queue: false }),
    () =>
      startCollectors(collector, flags.dir, {
        name: "Collector, zstd file",
        compression: "zstd",
        queue: false,
      }),
    () =>
      startCollectors(collector, flags.dir, {
        name: "Collector, fsync queue",
        compression: "none",
        queue: true,
      }),
  ];
  say(
    "body           peer                      records/s   p50 ms   p99 ms   records/CPU s   CPU s/M  records MB/M  all MB/M   peak MB",
  );
  for (const encoding of flags.encodings)
    for (const records of flags.sizes) await compare(starts, { records, encoding });
} finally {
  rmSync(tools, { recursive: true, force: true });
}
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

interface Bodies {
  records: number;
  encoding: Encoding;
}

async function compare(starts: readonly (() => Promise<Peer>)[], bodies: Bodies): Promise<void> {
  const rounds = new Map<string, Taken[]>();
  for (let round = 0; round < flags.rounds; round += 1) {
    for (const start of starts) {
      const peer = await start();
      try {
        rounds.set(peer.name, [...(rounds.get(peer.name) ?? []), await take(peer, bodies)]);
      } finally {
        await peer.stop();
      }
    }
  }
  for (const [name, taken] of rounds) say(rowOf(name, taken, bodies));
}

/** A peer that is fresh: what it keeps is only of these bodies. */
async function take(peer: Peer, { records, encoding }: Bodies): Promise<Taken> {
  const usage = () =>
    peer.pids.map(usageOf).reduce((sum, { cpuSeconds, residentBytes, writtenBytes }) => ({
      cpuSeconds: sum.cpuSeconds + cpuSeconds,
      residentBytes: sum.residentBytes + residentBytes,
      writtenBytes: sum.writtenBytes + writtenBytes,
    }));
  let peakBytes = 0;
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, usage().residentBytes)), 250);
  const before = usage().cpuSeconds;
  const warm = await load(peer, { records, encoding }, WARM_UP_SECONDS);
  const result = await load(peer, { records, encoding }, flags.seconds);
  const sent = (warm.requests + result.requests) * records;
  await peer.settle(sent);
  clearInterval(watch);
  const refused = Object.keys(result.refused).length > 0 ? ` refused ${JSON.stringify(result.refused)}` : "";
  if (refused !== "") failures.push(`${peer.name}, ${records} × ${encoding}:${refused}`);
  return {
    result,
    cpuSeconds: usage().cpuSeconds - before,
    bytesOnDisk: await peer.bytesOnDisk(),
    peakBytes,
    records: sent,
  };
}

async function load(peer: Peer, { records, encoding }: Bodies, seconds: number): Promise<LoadResult> {
  const maker = createBodyMaker(records, encoding, firstCount);
  firstCount += 1_000_000_000;
  return runLoad({
    port: peer.port,
    path: "/v1/logs",
    headers: { ...peer.headers, ...(encoding === "gzip" && { "content-encoding": "gzip" }) },
    connections: flags.connections,
    seconds,
    nextBody: maker.next,
  });
}

function rowOf(name: string, taken: readonly Taken[], { records, encoding }: Bodies): string {
  const middle = (valueOf: (round: Taken) => number): number => median(taken.map(valueOf));
  const perMillion = (valueOf: (round: Taken) => number) =>
    middle((round) => (valueOf(round) / round.records) * MILLION);
  return [
    `${records} × ${encoding}`.padEnd(14),
    name.padEnd(24),
    middle(({ result }) => (result.requests * records) / result.seconds)
      .toFixed(0)
      .padStart(10),
    middle(({ result }) => result.p50Ms)
      .toFixed(1)
      .padStart(8),
    middle(({ result }) => result.p99Ms)
      .toFixed(1)
      .padStart(8),
    middle((round) => round.records / round.cpuSeconds)
      .toFixed(0)
      .padStart(15),
    perMillion(({ cpuSeconds }) => cpuSeconds)
      .toFixed(1)
      .padStart(9),
    (perMillion(({ bytesOnDisk }) => bytesOnDisk.records) / MILLION).toFixed(0).padStart(12),
    (perMillion(({ bytesOnDisk }) => bytesOnDisk.all) / MILLION).toFixed(0).padStart(9),
    (middle(({ peakBytes }) => peakBytes) / MILLION).toFixed(0).padStart(9),
  ].join(" ");
}
