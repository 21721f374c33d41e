/**
 * A process that only ingests: it takes requests and publishes them into another appliance's stream.
 *
 *   bun scripts/chaos/second-ingest.ts <data directory of the appliance> <own folder> <port>
 *
 * It ends when the appliance was started anew, whose stream is then at another address.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { streamPath } from "../../src/appliance/layout.ts";
import { createKeyring } from "../../src/identity/keys/keyring.ts";
import { readRegister, readRegisterWith } from "../../src/identity/keys/register.ts";
import { createIngest } from "../../src/ingest/accept.ts";
import { createIngestCounters } from "../../src/ingest/counters.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { AcknowledgedFile } from "../../src/stream/acknowledged.ts";
import { connectTo } from "../../src/stream/connection.ts";
import { Publisher } from "../../src/stream/publish.ts";
import type { EmbeddedAddress } from "../../src/stream/server-address.ts";
import { configFileOf } from "../../src/stream/server/server-config.ts";
import { systemClock as clock } from "../../src/vocabulary/clock.ts";
import { createLog } from "../../src/vocabulary/log.ts";
import { succeed } from "../../src/vocabulary/result.ts";

const LOOK_EVERY_MS = 50;

const [directory = "", ownFolder = "", port = ""] = Bun.argv.slice(2);
const found = addressIn(directory);
setInterval(() => {
  if (addressIn(directory).token !== found.token) process.exit(0);
}, LOOK_EVERY_MS);

const log = createLog("plain", (line) => void process.stderr.write(`${line}\n`));
const settings = SETTINGS.parse({});
const database = openDatabaseOf(localStores(directory), "read");
const keys = createKeyring(await readRegister(database), {
  clock,
  lookUp: async (hash) => succeed(await readRegisterWith(database, hash)),
  recordUses: () => {},
});
const connection = await connectTo(found, "second ingest");
const acknowledged = AcknowledgedFile.open(join(ownFolder, "acknowledged.json"), { clock, log });
const ingest = createIngest({
  keys,
  publisher: new Publisher(connection, { acknowledged }),
  clock,
  limits: { bodyBytes: settings.bodyLimitBytes, items: settings.maxItems },
  counters: createIngestCounters(),
  refusedSenders: { note: () => {} },
  log,
});
Bun.serve({ hostname: "127.0.0.1", port: Number(port), fetch: ingest });

/** The server's configuration is written anew at each start, and says where it listens. */
function addressIn(directory: string): EmbeddedAddress {
  const config = readFileSync(configFileOf(streamPath(directory)), "utf8");
  const [, listen = ""] = /listen: "([^"]+)"/.exec(config) ?? [];
  const [, token = ""] = /token: "([^"]+)"/.exec(config) ?? [];
  return { kind: "embedded", url: `nats://${listen}`, token };
}
