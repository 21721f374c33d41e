/** What each server of a cluster says when a test waits in vain: how it sees a stream, and what it logged last. */
import { readFileSync } from "node:fs";
import { connectTo } from "../../src/stream/connection.ts";
import { readClusterState } from "../../src/stream/cluster/cluster-state.ts";
import type { ClusterAddress } from "../../src/stream/server-address.ts";
import { SECOND } from "../../src/vocabulary/units.ts";
import type { ClusterNode } from "./cluster.ts";

type Described = Pick<ClusterNode, "name" | "host" | "port" | "logPath">;

const LAST_LINES = 40;
const PATIENCE_MS = 3 * SECOND;

/** Returns it for a person to read. */
export async function describeCluster(nodes: readonly Described[], address: ClusterAddress): Promise<string> {
  const views = await Promise.all(nodes.map((node) => viewOf(node, address)));
  const logs = nodes.map(({ name, logPath }) => {
    const lines = readFileSync(logPath, "utf8").trimEnd().split("\n");
    return `${name} logged last:\n${lines.slice(-LAST_LINES).join("\n")}`;
  });
  return [...views, ...logs].join("\n");
}

async function viewOf({ name, host, port }: Described, address: ClusterAddress): Promise<string> {
  const late = Bun.sleep(PATIENCE_MS).then(() => "says nothing");
  const connecting = connectTo({ ...address, urls: [`nats://${host}:${port}`] }, "describe");
  const asked = connecting.then(readClusterState).then(JSON.stringify, String);
  const view = await Promise.race([asked, late]);
  void connecting.then((connection) => connection.close());
  return `${name} (port ${port}): ${view}`;
}
