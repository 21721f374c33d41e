/**
 * What a body of live work costs, until it is scored: processor time and bytes written to the disk. The bodies come at
 * a steady rate, each with the next few records of one of many sessions that are open.
 *
 * scripts/run scripts/bench/live-bodies.ts [--bodies 2000] [--rate 20] [--records 10] [--sessions 100] [--dir FOLDER]
 *   [--executable]
 *
 * A quarter as many bodies are sent before, so that code is compiled and tables are not empty.
 */
import { DAY } from "../../src/vocabulary/units.ts";
import { readFlags, wholeNumber } from "../flags.ts";
import { APPLIANCE_FLAGS, discard, startBenched } from "./appliance.ts";
import { caughtUp } from "./caught-up.ts";
import { createLiveBodies } from "./live-work.ts";
import { runOpenLoad } from "./open-load.ts";
import { usageOf } from "./processes.ts";

const CONNECTIONS = 48;
const DEVELOPERS = 100;

const flags = readFlags({
  ...APPLIANCE_FLAGS,
  bodies: wholeNumber(2_000),
  rate: wholeNumber(20),
  records: wholeNumber(10),
  sessions: wholeNumber(100),
});

const appliance = await startBenched(flags);
const work = createLiveBodies({
  seed: "live bodies",
  developers: DEVELOPERS,
  sessionsADay: DEVELOPERS * 8,
  sessionsAtOnce: flags.sessions,
  recordsABody: flags.records,
  from: Date.now() - 90 * DAY,
});
await send(flags.bodies / 4);
const before = usageOf(appliance.pid);
const accepted = await send(flags.bodies);
const after = usageOf(appliance.pid);
await appliance.stop();
discard(appliance);

say(`${accepted} bodies of ${flags.records} records, ${flags.rate} a second, in ${flags.sessions} sessions`);
say(`processor   ${(((after.cpuSeconds - before.cpuSeconds) * 1_000) / accepted).toFixed(1)} ms a body`);
say(`written     ${((after.writtenBytes - before.writtenBytes) / accepted / 1_000).toFixed(1)} KB a body`);

/** Returns how many were accepted, when they are scored. */
async function send(bodies: number): Promise<number> {
  const { accepted } = await runOpenLoad({
    port: appliance.port,
    path: "/v1/logs",
    headers: { authorization: `Bearer ${appliance.key}` },
    perSecond: flags.rate,
    seconds: bodies / flags.rate,
    mostConnections: CONNECTIONS,
    nextBody: work.next,
  });
  await caughtUp(appliance);
  return accepted;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
