/** Replaces the nodes of an installation by another version, one after the other, while it works. */
import type { Milliseconds } from "../../src/vocabulary/units.ts";
import type { Installation } from "./installation.ts";
import { NEXT_VERSION } from "./next-version.ts";

/** What came of it. */
export interface Upgrade {
  /** Of all nodes afterwards. */
  versions: ReadonlyMap<string, string>;
  /** The longest that a node was away. */
  longestAbsenceMs: Milliseconds;
  /** What is wrong, in words. */
  violations: string[];
}

/** Upgrades engines first, because they change the database's tables; then what hands telemetry to them. */
export async function upgradeAll(
  { engines, ingests }: Installation,
  program: readonly string[],
): Promise<Upgrade> {
  const violations: string[] = [];
  const versions = new Map<string, string>();
  let longestAbsenceMs = 0;
  for (const node of [...engines, ...ingests]) {
    const begunAt = performance.now();
    const code = await node.stop();
    if (code !== 0) violations.push(`${node.name} ended with ${code} after SIGTERM`);
    node.replaceProgram(program);
    node.start();
    await node.ready();
    longestAbsenceMs = Math.max(longestAbsenceMs, performance.now() - begunAt);
    const version = await node.version();
    versions.set(node.name, version);
    if (version !== NEXT_VERSION) violations.push(`${node.name} is ${version} after the upgrade`);
  }
  return { versions, longestAbsenceMs, violations };
}
