/** What the doctor asks a cluster: whether it keeps the stream as often as is set, and who leads it. */
import type { StreamConnection } from "../connection.ts";
import { streamNameOf } from "../telemetry-stream.ts";

/** A server that keeps the stream. */
export interface Replica {
  name: string;
  isLeader: boolean;
  /** Whether it has everything that the leader has. */
  isCurrent: boolean;
  /** How many changes it lacks. */
  lag: number;
}

/** The stream in its cluster; null where no server has made it yet. */
export type ClusterState = { replicas: Replica[]; wanted: number } | null;

/**
 * Asks for it.
 *
 * @throws When no server answers, or the account may not ask.
 */
export async function readClusterState(connection: StreamConnection): Promise<ClusterState> {
  const { manager, answered } = connection;
  const info = await answered(manager.streams.info(streamNameOf(connection))).catch(absentIsNull);
  if (info === null) return null;
  const { leader = "", replicas = [] } = info.cluster ?? {};
  const others = replicas.map(({ name, current, offline, lag }) => {
    return { name, isLeader: false, isCurrent: current && offline !== true, lag };
  });
  const first = leader === "" ? [] : [{ name: leader, isLeader: true, isCurrent: true, lag: 0 }];
  return { replicas: [...first, ...others], wanted: info.config.num_replicas };
}

/** Returns null for an error which says that there is no such stream. */
export function absentIsNull(error: unknown): null {
  if (error instanceof Error && error.message.includes("not found")) return null;
  throw error;
}
