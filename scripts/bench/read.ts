/**
 * Measures reading log records back among a long history.
 *
 * bun scripts/bench/read.ts [--records 10000000] [--days 90] [--dir FOLDER] [--data DIRECTORY] [--keep] [--executable]
 *   [--rounds 200]
 *
 * With --data the other numbers have to be those that its history was made with.
 */
import { DAY } from "../../src/vocabulary/units.ts";
import { readFlags, text, toggle, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, type BenchedAppliance, discard, serveAt, startBenched } from "./appliance.ts";
import { fillHistory, sessionAt } from "./history.ts";
import { usageOf } from "./processes.ts";
import { quantile } from "./sample.ts";

/** The sessions that are looked for are so old at most. */
const OLDEST_DAYS = 40;
const flags = readFlags({
  ...APPLIANCE_FLAGS,
  records: wholeNumber(10_000_000),
  days: wholeNumber(90, { least: OLDEST_DAYS }),
  rounds: wholeNumber(200),
  data: text(null),
  keep: toggle(),
});
const { records: RECORDS, days: DAYS, rounds: ROUNDS } = flags;
const REQUESTS = RECORDS / 10;
const GOAL_MS = 100;
const READY_GOAL_MS = 2_000;

interface Page {
  logs: { timestamp: string }[];
  nextCursor: string | null;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];
const now = Date.now();
const window = new URLSearchParams({
  from: new Date(now - (DAYS + 1) * DAY).toISOString(),
  to: new Date(now + DAY).toISOString(),
});

const directory = flags.data ?? (await makeHistory());
const appliance = await serveAt(directory, flags);
say(`start to ready with ${RECORDS} records held: ${Math.round(appliance.readyAfterMs)} ms`);
if (appliance.readyAfterMs > READY_GOAL_MS) failures.push("the start took too long");
report("memory before", usageOf(appliance.pid).residentBytes / 2 ** 20);
await measure("a page of the newest", () => ask({}));
await measure("a page of 500 of the newest", () => ask({ limit: "500" }), { goalMs: Infinity });
await measure("a session of last month", () => ask({ session_id: sessionOfLastMonth() }));
await measure("a later page of the newest", laterPage());
await measure("the newest of one event", () => ask({ event: "api_request" }));
await measure("a text that is nowhere", () => ask({ q: "nowhere to be found" }), {
  goalMs: Infinity,
  rounds: 3,
});
report("memory after", usageOf(appliance.pid).residentBytes / 2 ** 20);
await appliance.stop();
if (!flags.keep && flags.data === null) discard(appliance);
else say(`kept in ${directory}`);
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

async function makeHistory(): Promise<string> {
  const fresh: BenchedAppliance = await startBenched(flags);
  await fresh.stop();
  const startedAt = performance.now();
  await fillHistory(fresh.directory, { records: RECORDS, days: DAYS, now });
  report("seconds to make the history", (performance.now() - startedAt) / 1000);
  return fresh.directory;
}

function sessionOfLastMonth(): string {
  const perDay = REQUESTS / DAYS;
  return sessionAt(Math.floor(REQUESTS - perDay * (OLDEST_DAYS / 2) * (1 + Math.random())));
}

/** Goes through the pages one after the other. */
function laterPage(): () => Promise<Page> {
  let cursor: string | null = null;
  return async () => {
    const page: Page = await ask(cursor === null ? {} : { cursor });
    cursor = page.nextCursor;
    return page;
  };
}

async function ask(more: Record<string, string>): Promise<Page> {
  const query = new URLSearchParams([...window, ...Object.entries(more)]);
  const answer = await fetch(`http://127.0.0.1:${appliance.port}/v1/telemetry/logs?${query.toString()}`, {
    headers: { authorization: `Bearer ${appliance.key}` },
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Page;
}

interface Trial {
  goalMs?: number;
  rounds?: number;
}

async function measure(
  what: string,
  query: () => Promise<Page>,
  { goalMs = GOAL_MS, rounds = ROUNDS }: Trial = {},
): Promise<void> {
  const times: number[] = [];
  let records = 0;
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    records += (await query()).logs.length;
    times.push(performance.now() - from);
  }
  const at = (share: number) => quantile(times, share);
  const figures = `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms`;
  say(`${what}: ${figures}; ${(records / rounds).toFixed(1)} records a page`);
  if (at(0.95) > goalMs) failures.push(`${what}: p95 above ${goalMs} ms`);
}

function report(what: string, value: number): void {
  say(`${what}: ${value.toFixed(0)}`);
}
