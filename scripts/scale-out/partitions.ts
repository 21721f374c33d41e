/** Cuts parts of an installation off from each other, and looks whether the others take over. */
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import type { Installation } from "./installation.ts";
import { readLeases, untilTaken } from "./leases.ts";

/** What came of a partition. */
export interface Partition {
  what: string;
  /** Until the others had the work; null when nobody took it within a minute. */
  tookOverAfterMs: Milliseconds | null;
  /** Until what had been cut off worked again. */
  backAfterMs: Milliseconds | null;
}

/** How long a partition lasts at least. */
const LASTS_MS = 12_000;
const PATIENCE_MS = 90_000;

/** Cuts the distant engine off from PostgreSQL: it goes on running, and another one has to take its organizations. */
export async function cutEngineOff(
  installation: Installation,
  organizations: readonly string[],
): Promise<Partition> {
  const { link } = installation.outside.distant;
  const engine = installation.engines.at(-1) ?? installation.engines[0];
  await within(async () =>
    [...(await readLeases(installation.stores)).holders.values()].includes(engine.name),
  );
  link.cut();
  const lasted = Bun.sleep(LASTS_MS);
  const tookOverAfterMs = await untilTaken(installation, organizations, [engine.name]);
  await lasted;
  await link.heal();
  const backAfterMs = await within(async () =>
    [...(await readLeases(installation.stores)).holders.values()].includes(engine.name),
  );
  return { what: "an engine from PostgreSQL", tookOverAfterMs, backAfterMs };
}

/** Cuts the last stream server off from the others; null where no network can be made. */
export async function cutServerOff({ outside }: Installation): Promise<Partition | null> {
  const { cluster, stream, clusterLink: link } = outside;
  if (link === null) return null;
  const server = cluster.nodes.at(-1);
  link.cut();
  const lasted = Bun.sleep(LASTS_MS);
  const tookOverAfterMs = await within(async () => (await cluster.leaderOf(stream)) !== server);
  await lasted;
  await link.heal();
  const backAfterMs = await within(() => cluster.isWhole(stream));
  return { what: "a stream server from the others", tookOverAfterMs, backAfterMs };
}

/** Returns how long it takes until it is so; null when it takes too long. */
async function within(holds: () => Promise<boolean>): Promise<Milliseconds | null> {
  const begunAt = performance.now();
  while (performance.now() - begunAt < PATIENCE_MS) {
    if (await holds().catch(() => false)) return performance.now() - begunAt;
    await Bun.sleep(50);
  }
  return null;
}
