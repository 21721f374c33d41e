/**
 * Measures ingest against the floor, in one run and from one load generator. Each round is measured after both have
 * taken the same bodies for a second, so that neither is measured while its code is still being compiled.
 *
 * bun scripts/bench/ingest.ts [--dir FOLDER] [--seconds N] [--rounds N] [--connections N] [--executable]
 *   [--sizes N,N] [--encodings plain,gzip,protobuf]
 */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { firstLine } from "../first-line.ts";
import { amount, readFlags, someOf, wholeNumber, wholeNumbers } from "../flags.ts";
import { APPLIANCE_FLAGS, type BenchedAppliance, discard, startBenched } from "./appliance.ts";
import { createBodyMaker, type Encoding, ENCODING_HEADERS, ENCODINGS } from "./bodies.ts";
import { type LoadResult, runLoad } from "./load.ts";
import { usageOf } from "./processes.ts";
import { median } from "./sample.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  seconds: amount(4),
  rounds: wholeNumber(3),
  connections: wholeNumber(64),
  encodings: someOf(ENCODINGS),
  sizes: wholeNumbers([100, 10, 1]),
});
const WARM_UP_SECONDS = 1;
const CATCH_UP_MS = 300_000;

interface Measured {
  result: LoadResult;
  cpuSeconds: number;
}

let firstCount = 0;
let sentRecords = 0;

interface Bodies {
  records: number;
  encoding: Encoding;
}

async function measure(
  target: { port: number; pid: number; key: string },
  { records, encoding }: Bodies,
  seconds: number,
): Promise<Measured> {
  const maker = createBodyMaker(records, encoding, firstCount);
  firstCount += 1_000_000_000;
  const before = usageOf(target.pid);
  const result = await runLoad({
    port: target.port,
    path: "/v1/logs",
    headers: {
      authorization: `Bearer ${target.key}`,
      ...ENCODING_HEADERS[encoding],
    },
    connections: flags.connections,
    seconds,
    nextBody: maker.next,
  });
  return { result, cpuSeconds: usageOf(target.pid).cpuSeconds - before.cpuSeconds };
}

const floor = Bun.spawn([process.execPath, join(import.meta.dir, "floor.ts")], { stdout: "pipe" });
process.once("exit", () => floor.kill());
const floorUrl = new URL(await firstLine(floor.stdout));
const floorTarget = { port: Number(floorUrl.port), pid: floor.pid, key: "none" };
const appliance = await startBenched(flags, ["--accept-protobuf"]);
process.stdout.write(
  `ready after ${appliance.readyAfterMs.toFixed(0)} ms; median fsync ${medianFsync(flags.dir).toFixed(2)} ms\n`,
);
process.stdout.write(
  "body          ratio   req/s (floor)   p50 ms   p99 ms  CPU s/100k rec  caught up at rec/s\n",
);

/** Until the first backlog began to be examined, and in all. */
const peakBytes = { first: 0, all: 0 };
let firstRecords = 0;
const watch = setInterval(() => {
  peakBytes.all = Math.max(peakBytes.all, usageOf(appliance.pid).residentBytes);
  if (firstRecords === 0) peakBytes.first = peakBytes.all;
}, 250);
const failures: string[] = [];
for (const encoding of flags.encodings)
  for (const records of flags.sizes) await compare({ records, encoding });
clearInterval(watch);
await report(appliance);
await appliance.stop();
discard(appliance);
for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`);
process.exit(failures.length === 0 ? 0 : 1);

async function compare(bodies: Bodies): Promise<void> {
  const { records, encoding } = bodies;
  const rounds: { floor: Measured; program: Measured }[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < flags.rounds; round += 1) {
    await measure(floorTarget, bodies, WARM_UP_SECONDS);
    const atFloor = await measure(floorTarget, bodies, flags.seconds);
    await send(bodies, WARM_UP_SECONDS);
    const program = await send(bodies, flags.seconds);
    firstRecords ||= sentRecords;
    rounds.push({ floor: atFloor, program });
    speeds.push(await catchUp());
  }
  const rate = ({ result }: Measured) => result.requests / result.seconds;
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const cells = [
    `${records} × ${encoding}`.padEnd(12),
    middle((round) => rate(round.program) / rate(round.floor))
      .toFixed(2)
      .padStart(6),
    `${middle((round) => rate(round.program)).toFixed(0)} (${middle((round) => rate(round.floor)).toFixed(0)})`.padStart(
      16,
    ),
    middle(({ program }) => program.result.p50Ms)
      .toFixed(1)
      .padStart(8),
    middle(({ program }) => program.result.p99Ms)
      .toFixed(1)
      .padStart(8),
    middle(({ program }) => (program.cpuSeconds / (program.result.requests * records)) * 100_000)
      .toFixed(2)
      .padStart(15),
    median(speeds).toFixed(0).padStart(19),
  ];
  process.stdout.write(`${cells.join(" ")}\n`);
}

async function send(bodies: Bodies, seconds: number): Promise<Measured> {
  const measured = await measure(appliance, bodies, seconds);
  const { requests, refused } = measured.result;
  sentRecords += requests * bodies.records;
  if (Object.keys(refused).length > 0) failures.push(`refused: ${JSON.stringify(refused)}`);
  return measured;
}

/**
 * Waits until everything sent is examined.
 *
 * @returns Records a second of the backlog that was left after the load.
 */
async function catchUp(): Promise<number> {
  const { examined } = await appliance.books();
  const backlog = sentRecords - examined.records;
  const startedAt = performance.now();
  for (;;) {
    const books = await appliance.books();
    if (books.duplicate.records > 0)
      failures.push(`${books.duplicate.records} records counted as duplicates`);
    if (books.examined.records >= sentRecords) break;
    if (performance.now() - startedAt > CATCH_UP_MS) {
      failures.push(`examined ${books.examined.records} of ${sentRecords} records`);
      break;
    }
    await Bun.sleep(50);
  }
  return backlog <= 0 ? Number.POSITIVE_INFINITY : backlog / ((performance.now() - startedAt) / 1000);
}

async function report({ directory, books }: BenchedAppliance): Promise<void> {
  const { persisted } = await books();
  if (persisted.records !== sentRecords)
    failures.push(`persisted ${persisted.records} of ${sentRecords} records`);
  const disk = Number((await Bun.$`du -sb ${directory}`.text()).split("\t")[0]);
  const perMillion = (disk / persisted.records) * 1e6;
  process.stdout.write(
    `${persisted.records} records persisted, ${(perMillion / 1e6).toFixed(0)} MB on disk per million, ` +
      `peak memory of all processes ${(peakBytes.first / 1e6).toFixed(0)} MB while the first ${firstRecords} were taken, ` +
      `${(peakBytes.all / 1e6).toFixed(0)} MB in all\n`,
  );
}

function medianFsync(folder: string): number {
  const path = join(folder, ".fsync-probe");
  const file = openSync(path, "w");
  const times = Array.from({ length: 51 }, () => {
    const startedAt = performance.now();
    writeSync(file, Buffer.alloc(4096));
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  rmSync(path);
  return median(times);
}
