/** Reads which engine works on what, and measures how long it takes others to take over. */
import { openDatabaseOf, type StoreSettings } from "../../src/stores.ts";
import { readAllRows } from "../../test/all-rows.ts";
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import type { Installation } from "./installation.ts";

/** Who works on what. */
export interface Leases {
  /** The number under which each engine is registered, by its name. */
  engines: ReadonlyMap<string, unknown>;
  /** The engine of each organization. */
  holders: ReadonlyMap<string, string>;
  /** The engine that writes objects; null while there is none. */
  writer: string | null;
}

/** Reads them. */
export async function readLeases(stores: StoreSettings): Promise<Leases> {
  const database = openDatabaseOf(stores, "read");
  const read = async (name: string) =>
    (await readAllRows(database, name)).map((row) => JSON.parse(row) as Record<string, unknown>);
  try {
    const [nodes, held, duties] = [
      await read("engine_nodes"),
      await read("organization_leases"),
      await read("engine_duties"),
    ];
    const writer = duties.find(({ duty }) => duty === "writer")?.["node"];
    return {
      engines: new Map(nodes.map(({ node, epoch }) => [String(node), epoch])),
      holders: new Map(held.map(({ organization, node }) => [String(organization), String(node)])),
      writer: writer === undefined ? null : String(writer),
    };
  } finally {
    await database.destroy();
  }
}

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 60_000;

/**
 * Waits until every organization is worked on by an engine that runs, and so is writing.
 *
 * @param gone - Engines that do not run, by their names.
 * @returns How long that took; null when it was not so within a minute.
 */
export async function untilTaken(
  { stores }: Pick<Installation, "stores">,
  organizations: readonly string[],
  gone: readonly string[],
): Promise<Milliseconds | null> {
  const begunAt = performance.now();
  while (performance.now() - begunAt < PATIENCE_MS) {
    // PostgreSQL may be what is away
    const leases = await readLeases(stores).catch(() => null);
    if (leases !== null && areTaken(leases, organizations, gone)) return performance.now() - begunAt;
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return null;
}

function areTaken(
  { holders, writer }: Leases,
  organizations: readonly string[],
  gone: readonly string[],
): boolean {
  const isThere = (engine: string | null | undefined) =>
    engine !== undefined && engine !== null && !gone.includes(engine);
  return isThere(writer) && organizations.every((organization) => isThere(holders.get(organization)));
}

/** Kills engines in turn, each when the one before works again, and measures how long their work stays undone. */
export async function measureTakeovers(
  installation: Installation,
  organizations: readonly string[],
  kills: number,
): Promise<Milliseconds[]> {
  const taken: Milliseconds[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const engine = installation.engines[kill % installation.engines.length] ?? installation.engines[0];
    await untilShared(installation, engine.name);
    await engine.kill();
    const took = await untilTaken(installation, organizations, [engine.name]);
    if (took === null) throw new Error(`nobody took over from ${engine.name} within a minute`);
    taken.push(took);
    engine.start();
    await engine.ready();
  }
  return taken;
}

/** Waits until the engine has something that can be taken over. */
async function untilShared(installation: Installation, engine: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { holders, writer } = await readLeases(installation.stores);
    if (writer === engine || [...holders.values()].includes(engine)) return;
    if (performance.now() > giveUpAt) throw new Error(`${engine} was given no work within a minute`);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}
