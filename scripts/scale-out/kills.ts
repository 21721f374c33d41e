/** Harms whatever an installation consists of, one part after the other: kills it, freezes it, or spoils its answers. */
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { freeze, sleepPastLease, spoilBucket } from "./freezes.ts";
import type { Installation } from "./installation.ts";

/**
 * What can be harmed. The first are killed; `leader` is the NATS node that leads the stream. `slept` is an engine that
 * is frozen past its lease; `bucket` gets faults in the place of answers.
 */
export const PREY = [
  "ingest",
  "engine",
  "writer",
  "nats",
  "leader",
  "postgres",
  "s3",
  "slept",
  "frozen_leader",
  "frozen_postgres",
  "frozen_s3",
  "bucket",
] as const;
export type Prey = (typeof PREY)[number];

/** How many times harm is done, and to what; every kind is harmed before any is harmed once more. */
export interface Hunt {
  kills: number;
  seed: number;
  prey: readonly Prey[];
  /** Between the end of one fault and the next, at most. */
  longestPauseMs: number;
}

/** What came of it. */
export interface Hunted {
  /** How often each was harmed. */
  counts: Record<Prey, number>;
  /** Broken promises, in words. */
  violations: string[];
}

const SHORTEST_PAUSE_MS = 100;
const ABSENT_MS = { least: 50, most: 1_500 };

/** Harms at random. */
export async function killAtRandom(
  installation: Installation,
  { kills, seed, prey, longestPauseMs }: Hunt,
): Promise<Hunted> {
  const random = createRandom(`kills ${seed}`);
  const counts = Object.fromEntries(PREY.map((each) => [each, 0])) as Record<Prey, number>;
  const violations: string[] = [];
  let deck: Prey[] = [];
  for (let count = 0; count < kills; count += 1) {
    if (deck.length === 0) deck = shuffled(prey, random);
    const target = deck.pop() ?? "engine";
    await Bun.sleep(random.whole(SHORTEST_PAUSE_MS, longestPauseMs));
    violations.push(...(await HARMS[target](installation, random)));
    counts[target] += 1;
  }
  return { counts, violations };
}

/** Does harm, and returns what is wrong, in words. What was harmed need not be ready when this resolves. */
type Harm = (installation: Installation, random: Random) => Promise<string[]>;

const HARMS: Readonly<Record<Prey, Harm>> = {
  ingest: ({ ingests }, random) => killOnce(random.pick(ingests), random),
  engine: ({ engines }, random) => killOnce(random.pick(engines), random),
  writer: async ({ writer, engines }, random) => killOnce((await writer()) ?? random.pick(engines), random),
  nats: ({ outside }, random) => killOnce(anyOf(outside.cluster.nodes, random), random),
  leader: async ({ streamLeader }, random) => killOnce(await streamLeader(), random),
  postgres: ({ outside }, random) => killOnce(outside.postgres, random),
  s3: ({ outside }, random) => killOnce(outside.s3, random),
  slept: (installation, random) => sleepPastLease(installation, random.pick(installation.engines)),
  frozen_leader: async ({ streamLeader }, random) => freeze(await streamLeader(), random),
  frozen_postgres: ({ outside }, random) => freeze(outside.postgres, random),
  frozen_s3: ({ outside }, random) => freeze(outside.s3, random),
  bucket: ({ outside }, random) => spoilBucket(outside, random),
};

/** What can be killed and started again. */
interface Victim {
  kill(): Promise<void>;
  start(): void | Promise<void>;
}

async function killOnce(victim: Victim, random: Random): Promise<string[]> {
  await victim.kill();
  await Bun.sleep(random.whole(ABSENT_MS.least, ABSENT_MS.most));
  await victim.start();
  return [];
}

function anyOf<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random.whole(0, items.length - 1)];
  if (item === undefined) throw new Error("BUG: there is none to kill");
  return item;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const drawn = items.map((item) => ({ item, at: random.next() }));
  return drawn.toSorted((left, right) => left.at - right.at).map(({ item }) => item);
}
