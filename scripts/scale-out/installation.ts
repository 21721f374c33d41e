/** Everything past one machine, on one machine: the servers outside, and nodes of the program with their roles. */
import { join } from "node:path";
import { environmentName } from "../../src/settings/names.ts";
import { SETTING_NAMES, SETTINGS } from "../../src/settings/schema.ts";
import type { StoreSettings } from "../../src/stores.ts";
import type { ClusterNode } from "../../test/engines/cluster.ts";
import { Node, type NodeOptions } from "../../test/engines/node.ts";
import { readLeases } from "./leases.ts";
import type { Outside } from "./outside.ts";

/** Nodes at least one of each. */
type Nodes = readonly [Node, ...Node[]];

/** How large it is. */
export interface InstallationOptions {
  /** A folder for what the nodes keep, which has to be on a disk. */
  folder: string;
  /** The command that starts the program, without its arguments. */
  program: readonly string[];
  ingests: number;
  engines: number;
  /** Flags of every node. */
  flags?: readonly string[];
}

/** What runs. */
export interface Installation {
  outside: Outside;
  ingests: Nodes;
  /** The last of them is the distant one. */
  engines: Nodes;
  /** Settings by which its stores are opened. */
  stores: StoreSettings;
  /** The engine that writes objects; null while there is none. */
  writer(): Promise<Node | null>;
  streamLeader(): Promise<ClusterNode>;
  /** Kills the nodes; the servers outside stay. */
  stop(): Promise<void>;
}

/** Starts the nodes; resolves when every node is ready. */
export async function startInstallation(
  outside: Outside,
  options: InstallationOptions,
): Promise<Installation> {
  const { settings, distant } = outside;
  const usual = { ...options, flags: options.flags ?? [] };
  const engines = atLeastOne(options.engines, (number): NodeOptions => {
    const engine = { ...usual, name: `engine-${number}`, role: "engine" as const };
    if (number < options.engines || number === 1) return { ...engine, environment: environmentOf(settings) };
    const environment = environmentOf(distant.settings);
    return { ...engine, environment, ...(distant.space !== null && { space: distant.space }) };
  });
  const engineUrl = engines.map(({ url }) => url);
  const ingests = atLeastOne(options.ingests, (number): NodeOptions => {
    const environment = environmentOf({ ...settings, engineUrl });
    return { ...usual, name: `ingest-${number}`, role: "ingest", environment };
  });
  const nodes = [...engines, ...ingests];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.kill())));
  for (const node of nodes) node.start();
  try {
    await Promise.all(nodes.map((node) => node.ready()));
  } catch (cause) {
    await stop();
    throw cause;
  }
  const stores = SETTINGS.parse({ dataDir: join(options.folder, "script"), ...settings });
  return {
    outside,
    engines,
    ingests,
    stores,
    writer: async () => {
      const { writer } = await readLeases(stores);
      return engines.find(({ name }) => name === writer) ?? null;
    },
    streamLeader: () => outside.cluster.leaderOf(outside.stream),
    stop,
  };
}

/** Returns settings as the environment names them. */
export function environmentOf(settings: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = SETTING_NAMES.filter((name) => settings[name] !== undefined && settings[name] !== null);
  return Object.fromEntries(given.map((name) => [environmentName(name), String(settings[name])]));
}

function atLeastOne(count: number, optionsOf: (number: number) => NodeOptions): Nodes {
  const [first, ...others] = Array.from({ length: count }, (_, index) => new Node(optionsOf(index + 1)));
  if (first === undefined) throw new Error("there has to be at least one of each");
  return [first, ...others];
}
