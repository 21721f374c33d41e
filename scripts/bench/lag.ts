/**
 * Offers records at steady rates, and shows how far what is examined lags behind what was acknowledged.
 *
 * bun scripts/bench/lag.ts [--dir FOLDER] [--rates N,N] [--seconds N] [--records N] [--executable]
 */
import { SECOND } from "../../src/vocabulary/units.ts";
import { amount, readFlags, wholeNumber, wholeNumbers } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { createBodyMaker } from "./bodies.ts";
import { runOpenLoad } from "./open-load.ts";
import { usageOf } from "./processes.ts";

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  rates: wholeNumbers([5_000, 10_000, 15_000, 20_000]),
  seconds: amount(30),
  records: wholeNumber(10),
});
/** The rate at which the lag must stay short, and how short. */
const REQUIRED = { rate: 5_000, lagSeconds: 5 };
const SAMPLE_MS = 250;
const MOST_CONNECTIONS = 64;

const { records } = flags;
const appliance = await startBenched(flags);
let firstCount = 0;
let failed = false;
process.stdout.write("records/s   taken/s   p99 ms   longest lag s   lag at the end s   CPU cores\n");
for (const rate of flags.rates) await offer(rate);
await appliance.stop();
discard(appliance);
process.exit(failed ? 1 : 0);

async function offer(rate: number): Promise<void> {
  const before = usageOf(appliance.pid).cpuSeconds;
  const seen = { longest: 0, last: 0 };
  const sampler = setInterval(() => void sample(rate, seen), SAMPLE_MS);
  const result = await runOpenLoad({
    port: appliance.port,
    path: "/v1/logs",
    headers: { authorization: `Bearer ${appliance.key}` },
    perSecond: rate / records,
    seconds: flags.seconds,
    mostConnections: MOST_CONNECTIONS,
    nextBody: createBodyMaker(records, "plain", firstCount).next,
  });
  clearInterval(sampler);
  await sample(rate, seen);
  firstCount += 1_000_000_000;
  const cores = (usageOf(appliance.pid).cpuSeconds - before) / result.seconds;
  const cells: [string, number][] = [
    [rate.toFixed(0), 9],
    [((result.accepted * records) / result.seconds).toFixed(0), 10],
    [result.p99Ms.toFixed(1), 9],
    [seen.longest.toFixed(1), 16],
    [seen.last.toFixed(1), 19],
    [cores.toFixed(2), 12],
  ];
  process.stdout.write(`${cells.map(([text, width]) => text.padStart(width)).join("")}\n`);
  if (rate <= REQUIRED.rate && seen.longest > REQUIRED.lagSeconds) failed = true;
  await caughtUp();
}

/** The lag: how long records come in at this rate until there are as many as are not examined yet. */
async function sample(rate: number, seen: { longest: number; last: number }): Promise<void> {
  seen.last = (await missing()) / rate;
  seen.longest = Math.max(seen.longest, seen.last);
}

/** Records on disk in the stream or the objects that are not examined. */
async function missing(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${appliance.port}/v1/admin/status`, {
    headers: { authorization: `Bearer ${appliance.key}` },
  });
  const { books } = (await answer.json()) as { books: Books };
  return books.published.records - books.duplicate.records - books.examinedRecords;
}

async function caughtUp(): Promise<void> {
  while ((await missing()) > 0) await Bun.sleep(SECOND / 10);
}

interface Books {
  published: { records: number };
  duplicate: { records: number };
  examinedRecords: number;
}
