/** What the doctor looks at in a NATS cluster: whether it answers, who leads the stream, and how often it is kept. */
import { clusterOf } from "../../../appliance/stream/reach-server.ts";
import type { Settings } from "../../../settings/schema.ts";
import { type ClusterState, readClusterState } from "../../../stream/cluster/cluster-state.ts";
import { connectTo, whyUnreachable } from "../../../stream/connection.ts";
import { describeError } from "../../../vocabulary/log.ts";
import { count } from "../../text/count.ts";
import { fail, type Finding, ok, warn } from "../finding.ts";

/** Checks the cluster of the settings; nothing for the server that the program starts itself. */
export async function checkCluster(settings: Settings): Promise<Finding[]> {
  if (settings.natsUrl.length === 0) return [];
  const address = clusterOf(settings);
  const place = address.urls.map((url) => new URL(url).host).join(", ");
  const why = await whyUnreachable(address);
  if (why !== null) return [fail("cluster", `${place}: ${describeError(why)}`, UNREACHABLE)];
  const connection = await connectTo(address, "doctor");
  try {
    return [describeState(await readClusterState(connection), { place, wanted: settings.natsReplicas })];
  } catch (error) {
    return [fail("cluster", `${place} does not answer about the stream: ${describeError(error)}`, NO_ANSWER)];
  } finally {
    await connection.close();
  }
}

const UNREACHABLE = "check --nats-url, --nats-credentials and --nats-ca, and that the servers run";
const NO_ANSWER = "JetStream must be on, the account may need rights to it, and most of the servers must run";

function describeState(state: ClusterState, { place, wanted }: { place: string; wanted: number }): Finding {
  if (state === null) return ok("cluster", `${place} answers; the first start of a server makes the stream`);
  const leader = state.replicas.find(({ isLeader }) => isLeader);
  const current = state.replicas.filter(({ isCurrent }) => isCurrent).length;
  const found = `${place}: ${leader?.name ?? "nobody"} leads the stream, kept by ${count(current, "server")} of ${state.wanted}`;
  if (leader === undefined) return fail("cluster", found, "start the servers that are missing");
  if (current < state.wanted)
    return warn("cluster", found, "start the servers that are missing, or that are behind");
  if (state.wanted >= wanted) return ok("cluster", found);
  return warn(
    "cluster",
    `${found}; --nats-replicas says ${wanted}`,
    "start the server again, which changes it",
  );
}
