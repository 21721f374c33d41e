/** Which organizations an engine takes and gives up, so that all engines have about as many. */
import type { Shares } from "../../../database/leases/nodes-table.ts";

/** What an engine changes of its share. */
export interface ShareChange {
  /** Organizations that nobody has. */
  take: string[];
  /** Organizations of its own that others are to have. */
  giveUp: string[];
}

/**
 * Returns what an engine changes of its share.
 *
 * Each has no more than all organizations divided by the engines, rounded up. Nobody gives up so much that another would
 * have to give it up again.
 *
 * @param epoch - The engine's number.
 */
export function shareOut({ nodes, organizations }: Shares, epoch: number): ShareChange {
  const live = nodes.filter(({ isExpired }) => !isExpired).length;
  const most = Math.ceil(organizations.size / Math.max(live, 1));
  const names = [...organizations.keys()].toSorted();
  const free = names.filter((name) => organizations.get(name) === null);
  const held = names.filter((name) => organizations.get(name) === epoch);
  const room = Math.max(0, most - held.length);
  return { take: rotated(free, epoch).slice(0, room), giveUp: held.slice(most) };
}

/** Engines that look at once begin at different names. */
function rotated(names: readonly string[], by: number): string[] {
  const start = names.length === 0 ? 0 : (by * 7) % names.length;
  return [...names.slice(start), ...names.slice(0, start)];
}
