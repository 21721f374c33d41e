/** What is kept, and by whom it is worked on, as `scoring status` shows it. */
import type { Database } from "../../database/open.ts";
import { engineOf } from "../../database/engine.ts";
import { readShares } from "../../database/leases/nodes-table.ts";
import { leaseTables } from "../../database/leases/leases-table.ts";
import { selectDevelopers } from "../../identity/developers/table.ts";
import { isInForce } from "../../identity/keys/issue.ts";
import { selectKeys } from "../../identity/keys/table.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { hasTables } from "../stores.ts";
import { count } from "../text/count.ts";
import { formatTable } from "../text/table.ts";

/** One of several engines that share the database. */
export interface EngineShare {
  node: string;
  version: string;
  organizations: number;
  /** Whether it writes what arrives. */
  writes: boolean;
  /** Whether it has not renewed its registration in time. */
  silent: boolean;
}

/** What is kept. */
export interface CountedKept {
  organizations: number;
  keysInForce: number;
  developers: number;
  /** Empty where no other engine can share the database. */
  engines: EngineShare[];
}

/** Counts it. */
export async function countKept(database: Database, now: Instant): Promise<CountedKept> {
  const organizations = await selectOrganizations(database);
  let developers = 0;
  for (const { id } of organizations) {
    developers += (await selectDevelopers(database, id)).filter(
      ({ mergedInto }) => mergedInto === null,
    ).length;
  }
  const keysInForce = (await selectKeys(database)).filter((key) => isInForce(key, now)).length;
  const engines = await readEngines(database);
  return { organizations: organizations.length, keysInForce, developers, engines };
}

async function readEngines(database: Database): Promise<EngineShare[]> {
  if (!engineOf(database).isShared || !(await hasTables(database, leaseTables))) return [];
  const { nodes, organizations, duties } = await readShares(database);
  const epochs = [...organizations.values()];
  return nodes.map(({ node, version, epoch, isExpired: silent }) => {
    const held = epochs.filter((holder) => holder === epoch).length;
    return { node, version, organizations: held, writes: duties.get("writer") === epoch, silent };
  });
}

/** A line for all, and one for each engine. */
export function describeKept({ organizations, keysInForce, developers, engines }: CountedKept): string {
  const counted = [
    count(organizations, "organization"),
    count(keysInForce, "active key"),
    count(developers, "developer"),
  ].join(", ");
  return engines.length === 0 ? counted : `${counted}\n\n${formatEngines(engines)}`;
}

const COLUMNS = ["ENGINE", "VERSION", "ORGANIZATIONS", "STATE"].map((title) => ({
  title,
  align: "left" as const,
}));

function formatEngines(engines: readonly EngineShare[]): string {
  const rows = engines.map(({ node, version, organizations, writes, silent }) => [
    node,
    version,
    String(organizations),
    silent ? "silent" : writes ? "works, and writes what arrives" : "works",
  ]);
  return formatTable(COLUMNS, rows);
}
