/**
 * Offers more than can be taken, and shows what becomes of it: throughput, latency and memory at 1, 2 and 5 times the
 * capacity.
 *
 * bun scripts/bench/overload.ts [--dir FOLDER] [--seconds N] [--rounds N] [--records N] [--connections N] [--executable]
 */
import { amount, readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { createBodyMaker } from "./bodies.ts";
import { runLoad } from "./load.ts";
import { type OpenLoadResult, runOpenLoad } from "./open-load.ts";
import { usageOf } from "./processes.ts";
import { median } from "./sample.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  seconds: amount(8),
  rounds: wholeNumber(3),
  records: wholeNumber(10),
  connections: wholeNumber(1_000),
});
interface Measured {
  factor: number;
  result: OpenLoadResult;
  peakBytes: number;
}

const FACTORS = [1, 2, 5];
const LEAST_SHARE = 0.9;
const MIB = 1024 * 1024;
/** Enough that more bring no more. */
const CLOSED_CONNECTIONS = 256;

const { seconds } = flags;
const appliance = await startBenched(flags);
const target = {
  port: appliance.port,
  path: "/v1/logs",
  headers: { authorization: `Bearer ${appliance.key}` },
};
let firstCount = 0;
function nextBody(): () => Uint8Array {
  const maker = createBodyMaker(flags.records, "plain", firstCount);
  firstCount += 1_000_000_000;
  return maker.next;
}

const capacities: number[] = [];
for (let round = 0; round < flags.rounds; round += 1) {
  const load = { ...target, connections: CLOSED_CONNECTIONS, seconds, nextBody: nextBody() };
  const { requests, seconds: took } = await runLoad(load);
  capacities.push(requests / took);
}
const capacity = median(capacities);
process.stdout.write(
  `capacity, ${CLOSED_CONNECTIONS} connections in a closed loop: ${capacity.toFixed(0)} requests/s of ${flags.records} records\n\n` +
    "offered   sent/s   200/s  503/s  given up/s  of peak  p50 ms  p99 ms  worst ms  503 p99 ms  MiB at most\n",
);
const rounds: Measured[] = [];
for (let round = 0; round < flags.rounds; round += 1)
  for (const factor of FACTORS) rounds.push(await offer(factor));
const measured = FACTORS.map((factor) => middleOf(rounds.filter((round) => round.factor === factor)));
// of the open loop only: its generator costs more than the closed one's, and both cores are shared
const peak = Math.max(...measured.map(acceptedPerSecond));
for (const round of measured) process.stdout.write(`${rowOf(round)}\n`);
await appliance.stop();
discard(appliance);
const worst = Math.min(
  ...measured.map((round) => acceptedPerSecond(round) / Math.min(peak, capacity * round.factor)),
);
process.stdout.write(`\nof what could be taken at most, at least ${(worst * 100).toFixed(0)} % was\n`);
if (worst < LEAST_SHARE) process.exitCode = 1;

/**
 * The round in the middle, by what was accepted in it.
 *
 * @param sameFactor - One round at least.
 */
function middleOf(sameFactor: readonly Measured[]): Measured {
  const inOrder = sameFactor.toSorted((left, right) => acceptedPerSecond(left) - acceptedPerSecond(right));
  return inOrder[Math.floor(inOrder.length / 2)] as Measured;
}

function acceptedPerSecond({ result }: { result: OpenLoadResult }): number {
  return result.accepted / result.seconds;
}

async function offer(factor: number): Promise<Measured> {
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, usageOf(appliance.pid).residentBytes);
  }, 250);
  const result = await runOpenLoad({
    ...target,
    perSecond: capacity * factor,
    seconds,
    mostConnections: flags.connections,
    nextBody: nextBody(),
  });
  clearInterval(watch);
  return { factor, result, peakBytes };
}

function rowOf({ factor, result, peakBytes }: Measured): string {
  const perSecond = (count: number) => (count / result.seconds).toFixed(0);
  const refused = Object.values(result.refused).reduce((sum, count) => sum + count, 0);
  const share = `${((100 * result.accepted) / result.seconds / peak).toFixed(0)} %`;
  const cells: [string, number][] = [
    [`${factor} x`, 7],
    [perSecond(result.sent), 9],
    [perSecond(result.accepted), 8],
    [perSecond(refused), 7],
    [perSecond(result.givenUp), 12],
    [share, 9],
    [result.p50Ms.toFixed(0), 8],
    [result.p99Ms.toFixed(0), 8],
    [result.worstMs.toFixed(0), 10],
    [result.refusedP99Ms.toFixed(0), 12],
    [(peakBytes / MIB).toFixed(0), 13],
  ];
  return cells.map(([text, width]) => text.padStart(width)).join("");
}
