/** Which agents have sent sessions with a key: how a connection is known to work. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import { AGENTS } from "../dialects/agents.ts";
import { SESSIONS } from "../table.ts";
import { KEYS } from "../../identity/keys/table.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** Whose arrivals are asked for. */
export interface ArrivalsQuery {
  organization: string;
  /** Those of this key; null for those of all keys of the developer. */
  keyId: string | null;
  developerId: string | null;
}

export const ARRIVAL = z.object({
  agent: z.enum(AGENTS),
  sessions: z.int().min(1).describe("Those that began with this key."),
  newestRecordAt: z.iso.datetime(),
});
export type Arrival = z.infer<typeof ARRIVAL>;

/**
 * Reads which agents have sent with a key, or with the keys of a developer.
 *
 * @returns one row for each agent, by its name
 */
export async function readArrivals(
  database: Database,
  { organization, keyId, developerId }: ArrivalsQuery,
): Promise<Arrival[]> {
  const view = tables(database, SESSIONS, KEYS);
  const keys =
    keyId === null ? view.selectFrom("keys").select("id").where("developer_id", "=", developerId) : [keyId];
  const rows = await view
    .selectFrom("sessions")
    .select(({ fn }) => [
      "agent",
      fn.countAll<number | string>().as("sessions"),
      fn.max("newest_record_at").as("newest"),
    ])
    .where("organization", "=", organization)
    .where("key", "in", keys)
    .groupBy("agent")
    .orderBy("agent")
    .execute();
  return rows.map(({ agent, sessions, newest }) => ({
    agent,
    sessions: Number(sessions),
    newestRecordAt: isoTime(newest),
  }));
}
