/** What one ingest node takes, and what two take together: a closed load on each, and how long its records wait. */
import type { Node } from "../../test/engines/node.ts";
import { createBodyMaker } from "../bench/bodies.ts";
import { runLoad } from "../bench/load.ts";
import type { Sender } from "../chaos/clients.ts";
import { settled } from "./settle.ts";
import type { Installation } from "./installation.ts";

/** What was measured. */
export interface Throughput {
  ingests: number;
  recordsASecond: number;
  p99Ms: number;
  /** From the last answer until every record was scored. */
  lagSeconds: number;
  /** Answers other than 200. */
  refused: Record<string, number>;
}

const RECORDS_A_BODY = 100;
const CONNECTIONS = 32;
/** So that no two bodies of a run are the same. */
let firstCount = 0;

/**
 * Measures, with as many connections in all for any number of nodes.
 *
 * @param sentBefore - Requests that the books have already.
 */
export async function measureThroughput(
  { stores }: Installation,
  { nodes, sender, seconds, sentBefore }: Asked,
): Promise<Throughput & { requests: number }> {
  const results = await Promise.all(nodes.map((node) => load(node)));
  const sentAt = performance.now();
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  await settled(stores, sentBefore + requests);
  return {
    ingests: nodes.length,
    requests,
    recordsASecond: results.reduce((sum, each) => sum + (each.requests * RECORDS_A_BODY) / each.seconds, 0),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    lagSeconds: (performance.now() - sentAt) / 1_000,
    refused: Object.assign({}, ...results.map(({ refused }) => refused)),
  };

  function load(node: Node) {
    const maker = createBodyMaker(RECORDS_A_BODY, "plain", firstCount);
    firstCount += 1_000_000_000;
    return runLoad({
      port: Number(new URL(node.url).port),
      path: "/v1/logs",
      headers: { authorization: `Bearer ${sender.key}` },
      connections: CONNECTIONS / nodes.length,
      seconds,
      nextBody: maker.next,
    });
  }
}

interface Asked {
  nodes: readonly Node[];
  sender: Sender;
  seconds: number;
  sentBefore: number;
}
