/** Kills whatever an installation consists of, one after the other, and starts each again. */
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import type { Installation } from "./installation.ts";

/** What can be killed. `leader`: the NATS node that leads the stream. */
export const PREY = ["ingest", "engine", "writer", "nats", "leader", "postgres", "s3"] as const;
export type Prey = (typeof PREY)[number];

/** How many kills, and of what; every kind is killed before any is killed once more. */
export interface Hunt {
  kills: number;
  seed: number;
  prey: readonly Prey[];
  /** Between the end of one fault and the next kill, at most. */
  longestPauseMs: number;
}

const SHORTEST_PAUSE_MS = 100;
const ABSENT_MS = { least: 50, most: 1_500 };

/**
 * Kills at random.
 *
 * @returns How often each was killed.
 */
export async function killAtRandom(
  installation: Installation,
  { kills, seed, prey, longestPauseMs }: Hunt,
): Promise<Record<Prey, number>> {
  const random = createRandom(`kills ${seed}`);
  const counts = Object.fromEntries(PREY.map((each) => [each, 0])) as Record<Prey, number>;
  let deck: Prey[] = [];
  for (let count = 0; count < kills; count += 1) {
    if (deck.length === 0) deck = shuffled(prey, random);
    const target = deck.pop() ?? "engine";
    await Bun.sleep(random.whole(SHORTEST_PAUSE_MS, longestPauseMs));
    await killOnce(installation, target, random);
    counts[target] += 1;
  }
  return counts;
}

/** Kills it and starts it again after a while. It need not be ready when this resolves. */
async function killOnce(installation: Installation, target: Prey, random: Random): Promise<void> {
  const { engines, ingests, outside } = installation;
  const absence = () => Bun.sleep(random.whole(ABSENT_MS.least, ABSENT_MS.most));
  const victim = await victimOf(target);
  await victim.kill();
  await absence();
  await victim.start();

  async function victimOf(kind: Prey): Promise<{ kill(): Promise<void>; start(): void | Promise<void> }> {
    switch (kind) {
      case "ingest":
        return random.pick(ingests);
      case "engine":
        return random.pick(engines);
      case "writer":
        return (await installation.writer()) ?? random.pick(engines);
      case "nats":
        return anyOf(outside.cluster.nodes, random);
      case "leader":
        return installation.streamLeader();
      case "postgres":
        return outside.postgres;
      case "s3":
        return outside.s3;
    }
  }
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
