/** Asks the cluster for a command, over a connection that ends with the answer. */
import type { Settings } from "../../settings/schema.ts";
import { connectTo, type StreamConnection, whyUnreachable } from "../../stream/connection.ts";
import { describeError } from "../../vocabulary/log.ts";
import { clusterOf } from "./reach-server.ts";

/** What is asked. */
export interface Question<Answer> {
  /** In words that follow "the cluster cannot be asked". */
  what: string;
  ask(connection: StreamConnection): Promise<Answer>;
}

/**
 * Asks it.
 *
 * @param settings - Those of a node on a cluster.
 * @throws An exception when the cluster does not answer.
 */
export async function askCluster<Answer>(
  settings: Settings,
  { what, ask }: Question<Answer>,
): Promise<Answer> {
  const address = clusterOf(settings);
  const why = await whyUnreachable(address);
  if (why !== null) throw new Error(`the cluster cannot be asked ${what}: ${describeError(why)}`);
  const connection = await connectTo(address, "command");
  try {
    return await ask(connection);
  } finally {
    await connection.close();
  }
}
