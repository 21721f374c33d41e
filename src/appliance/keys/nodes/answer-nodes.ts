/** What an engine does for ingest nodes: passes keys on to them, finds new ones, and notes which were used. */
import { z } from "zod";
import type { Register, Unread } from "../../../identity/keys/register.ts";
import type { KeyUse } from "../../../identity/keys/table.ts";
import type { StreamConnection } from "../../../stream/connection.ts";
import { openBucket } from "../../../stream/notes/bucket.ts";
import { patiently } from "../../../stream/patience.ts";
import { hear } from "../../../stream/talk/talk.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import type { Log } from "../../../vocabulary/log.ts";
import type { Result } from "../../../vocabulary/result.ts";
import { KEY_NOTE, KEYS_BUCKET } from "./key-note.ts";
import { RegisterPublisher } from "./publish-register.ts";

const USES = z.array(z.object({ keyId: z.string(), at: z.number() })).max(10_000);
const SOUGHT = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** What an engine answers to who looks for a key. */
export const FOUND_KEY = z.object({ key: KEY_NOTE.nullable() });

/** What answering needs. */
export interface NodeServiceParts {
  connection: StreamConnection;
  /** Looks for a key in the database. */
  lookUp(hash: string): Promise<Result<Register | null, Unread>>;
  recordUses(uses: readonly KeyUse[]): void;
  clock: Clock;
  log: Log;
}

/** What serves ingest nodes. */
export interface NodeService {
  /** Passes the keys on. */
  hold(register: Register): Promise<void>;
  stop(): void;
}

/** Begins, once the stream's servers answer. */
export async function answerNodes(parts: NodeServiceParts): Promise<NodeService> {
  const { connection, clock, log } = parts;
  const bucket = await patiently(() => openBucket(connection, KEYS_BUCKET), log);
  const publisher = new RegisterPublisher({ bucket, clock, log });
  const endUses = hear(connection, "keyUses", async (said) => parts.recordUses(USES.parse(said)));
  const endFinding = hear(connection, "findKey", async (said): Promise<z.infer<typeof FOUND_KEY>> => {
    const { hash } = SOUGHT.parse(said);
    const found = await parts.lookUp(hash);
    if (!found.ok) throw new Error("the keys cannot be read");
    if (found.value !== null) void publisher.hold(found.value);
    const key = found.value?.keys.find((held) => held.hash === hash) ?? null;
    return { key: key === null ? null : KEY_NOTE.parse(key) };
  });
  return {
    hold: (register) => publisher.hold(register),
    stop() {
      endUses();
      endFinding();
      publisher.stop();
    },
  };
}
