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

/**
 * Freezes an engine until another one has its work, and wakes it: what it was in the midst of writing is to be refused.
 *
 * @returns What is wrong, in words: nobody took over, or it goes on under the number that is over.
 */
export async function sleepPastLease(installation: Installation, engine: Node): Promise<string[]> {
  const { stores, engines } = installation;
  const numberOf = async () => (await readLeases(stores)).engines.get(engine.name);
  await Promise.all(engines.map((each) => each.ready()));
  await within(async () => (await numberOf()) !== undefined);
  const organizations = [...(await readLeases(stores)).holders.keys()];
  const before = await numberOf();
  engine.signal("SIGSTOP");
  const tookOverAfterMs = await untilTaken(installation, organizations, [engine.name]);
  engine.signal("SIGCONT");
  if (tookOverAfterMs === null) return [`nobody took over from ${engine.name} while it slept`];
  const hasBegunAgain = await within(async () => ![before, undefined].includes(await numberOf()));
  return hasBegunAgain ? [] : [`${engine.name} did not begin again after it slept`];
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
