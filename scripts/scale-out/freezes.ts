/** Stops parts of an installation where they are and wakes them, and spoils what the bucket answers. */
import type { Random } from "../../src/demo/work/random.ts";
import { type HttpFault, SLOW_DOWN } from "../../test/engines/http-proxy.ts";
import type { Node } from "../../test/engines/node.ts";
import type { Installation } from "./installation.ts";
import { readLeases, untilTaken } from "./leases.ts";
import type { Outside } from "./outside.ts";

/** Some of these are longer than a lease, and longer than a client waits for a server that is silent. */
const FROZEN_MS = { least: 500, most: 12_000 };
const SPOILT_MS = { least: 2_000, most: 8_000 };
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 60_000;

/** What can be frozen. */
interface Sleeper {
  freeze(): void;
  thaw(): void;
}

/** Freezes it for a while. */
export async function freeze(sleeper: Sleeper, random: Random): Promise<string[]> {
  sleeper.freeze();
  await Bun.sleep(random.whole(FROZEN_MS.least, FROZEN_MS.most));
  sleeper.thaw();
  return [];
}

/** What an engine logs that wakes up and finds its work taken. */
const BEGINS_AGAIN = "another engine has taken over the work of this one, which was silent";

/**
 * Freezes an engine until another one has its work, and wakes it: what it was in the midst of writing is to be refused.
 *
 * @returns What is wrong, in words: nobody took over, or it did not notice.
 */
export async function sleepPastLease(installation: Installation, engine: Node): Promise<string[]> {
  const { stores, engines } = installation;
  await Promise.all(engines.map((each) => each.ready()));
  await within(async () => (await readLeases(stores)).engines.includes(engine.name));
  const organizations = [...(await readLeases(stores)).holders.keys()];
  const before = timesSlept(engine);
  engine.signal("SIGSTOP");
  const tookOverAfterMs = await untilTaken(installation, organizations, [engine.name]);
  engine.signal("SIGCONT");
  if (tookOverAfterMs === null) return [`nobody took over from ${engine.name} while it slept`];
  const hasNoticed = await within(async () => timesSlept(engine) > before);
  return hasNoticed ? [] : [`${engine.name} did not notice that its work was taken while it slept`];
}

function timesSlept(engine: Node): number {
  return engine.log().split(BEGINS_AGAIN).length - 1;
}

async function within(holds: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpAt) {
    if (await holds().catch(() => false)) return true;
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return false;
}

const FAULTS: readonly [HttpFault, ...HttpFault[]] = [SLOW_DOWN, { kind: "unanswered" }, { kind: "half" }];

/** Lets half of all requests of the bucket meet one fault for a while. */
export async function spoilBucket({ bucketFaults }: Outside, random: Random): Promise<string[]> {
  if (bucketFaults === null) throw new Error("BUG: nothing is between the nodes and the bucket");
  const fault = random.pick(FAULTS);
  bucketFaults.fail(() => (random.next() < 0.5 ? fault : null));
  await Bun.sleep(random.whole(SPOILT_MS.least, SPOILT_MS.most));
  bucketFaults.heal();
  return [];
}
