/** What the doctor looks at in a NATS cluster: whether it answers, takes requests, and how often it keeps the stream. */
import { clusterOf, mostNeeded } from "../../../appliance/stream/reach-server.ts";
import type { Settings } from "../../../settings/schema.ts";
import { type ClusterState, readClusterState, type Replica } from "../../../stream/cluster/cluster-state.ts";
import { connectTo, type StreamConnection, whyUnreachable } from "../../../stream/connection.ts";
import { describeError } from "../../../vocabulary/log.ts";
import { sizeText } from "../../../vocabulary/wording/size.ts";
import { count } from "../../text/count.ts";
import { fail, type Finding, ok, warn } from "../finding.ts";

/** Checks the cluster of the settings; nothing for the server that the program starts itself. */
export async function checkCluster(settings: Settings): Promise<Finding[]> {
  if (settings.natsUrl.length === 0) return [];
  const address = clusterOf(settings);
  const place = address.urls.map((url) => new URL(url).host).join(", ");
  const why = await whyUnreachable(address);
  if (why !== null) return [unreachable(place, describeError(why))];
  const connection = await connectTo(address, "doctor");
  try {
    const state = await readClusterState(connection);
    return [
      describeState(state, { place, wanted: settings.natsReplicas }),
      ...checkSize(connection, settings),
    ];
  } catch (error) {
    return [fail("cluster", `${place} does not answer about the stream: ${describeError(error)}`, NO_ANSWER)];
  } finally {
    await connection.close();
  }
}

/** What the words of a failure are about; the first that fits. */
const CAUSES: readonly { sign: RegExp; remedy: string }[] = [
  { sign: /ENOENT|EACCES/, remedy: "correct --nats-credentials or --nats-ca: the file cannot be read" },
  {
    sign: /authorization|authentication|credentials/i,
    remedy: "correct what is in the file of --nats-credentials, or the account there",
  },
  { sign: /tls|certificate|self.signed/i, remedy: "correct --nats-ca, or tls:// in --nats-url" },
];

function unreachable(place: string, reason: string): Finding {
  const remedy = CAUSES.find(({ sign }) => sign.test(reason))?.remedy;
  return fail("cluster", `${place}: ${reason}`, remedy ?? "check --nats-url, and that the servers run");
}

const NO_ANSWER = "JetStream must be on, the account may need rights to it, and most of the servers must run";

function describeState(state: ClusterState, { place, wanted }: { place: string; wanted: number }): Finding {
  if (state === null) return ok("cluster", `${place} answers; the first start of a server makes the stream`);
  const leader = state.replicas.find(({ isLeader }) => isLeader);
  const current = state.replicas.filter(({ isCurrent }) => isCurrent).length;
  const kept = `kept by ${count(current, "server")} of ${state.wanted}`;
  const found = `${place}: ${leader?.name ?? "nobody"} leads the stream, ${kept}${behind(state.replicas)}`;
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

function behind(replicas: readonly Replica[]): string {
  const late = replicas.filter(({ isCurrent }) => !isCurrent);
  return late.map(({ name, lag }) => `; ${name} is away or ${count(lag, "change")} behind`).join("");
}

function checkSize({ nats }: StreamConnection, settings: Settings): Finding[] {
  const [taken, needed] = [nats.info?.max_payload ?? 0, mostNeeded(settings)];
  if (taken >= needed) return [];
  const found = `it takes messages of up to ${sizeText(taken)}, and requests may need ${sizeText(needed)}`;
  return [fail("cluster's messages", found, "set max_payload: 32MB in its servers' configuration")];
}
