/** What is set aside: kept, and not scored until another version of the program or a rescore tries again. */
import { TRYING_VERSION } from "../attempts/attempts.ts";
import type { Database } from "../database/open.ts";
import { readFramesAside } from "../writer/upkeep/table.ts";
import { addRescore } from "./rescore/rescore-table.ts";
import { takeWindowOfFramesAside } from "./rescore/frames-aside-table.ts";
import { readSessionsAside, retrySetAside } from "./set-aside-table.ts";

/** Frames of objects, or sessions, that were set aside for one reason by one version. */
export interface SetAsideGroup {
  what: "frames" | "sessions";
  reason: string;
  /** null when it was not noted. */
  version: string | null;
  count: number;
}

export async function readSetAside(database: Database): Promise<SetAsideGroup[]> {
  const frames = await readFramesAside(database);
  const sessions = await readSessionsAside(database);
  return [
    ...frames.map((group) => ({ what: "frames" as const, ...group })),
    ...sessions.map((group) => ({ what: "sessions" as const, ...group })),
  ];
}

/** Returns how many there are of that kind. */
export function countAside(groups: readonly SetAsideGroup[], what: SetAsideGroup["what"]): number {
  return groups.reduce((sum, group) => sum + (group.what === what ? group.count : 0), 0);
}

/** Lets this version try what another one has set aside. */
export async function retryOthers(transaction: Database): Promise<void> {
  await retrySetAside(transaction, TRYING_VERSION);
  const window = await takeWindowOfFramesAside(transaction, TRYING_VERSION);
  if (window !== null) await addRescore(transaction, window);
}
