/** Opens the keys of the data directory, and makes the first ones. */
import { inTransaction } from "../database/transaction.ts";
import { writeFirstKeys } from "../identity/first-keys-file.ts";
import { createFirstKeys, type FirstKeys } from "../identity/first-keys.ts";
import { createSignInLinks, type SignInLinks } from "../http/sign-in/links.ts";
import { createKeyring, type Keyring } from "../identity/keys/keyring.ts";
import { readSignIns, type SignIns } from "../identity/sign-ins/sign-in.ts";
import type { Settings } from "../settings/schema.ts";
import { openDatabaseOf } from "../stores.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { describeError, type Log } from "../vocabulary/log.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { EngineDesk } from "./engine/engine-desk.ts";
import { explainFailure } from "./explain-failure.ts";
import { firstKeysPath } from "./layout.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { userName } from "./user-name.ts";

/** A revoked key stops within a second; so the keys are read twice as often. */
const REFRESH_KEYS_MS: Milliseconds = SECOND / 2;

/** What tells who asks. */
export interface People {
  keyring: Keyring;
  signIns: SignIns;
  links: SignInLinks;
}

/** Reads keys and sign-ins; the keys again twice a second until it is stopped. */
export async function openKeyring(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Log },
  { engine, started }: { engine: EngineDesk; started: Stopwatch },
): Promise<People> {
  const database = openDatabaseOf(settings, "read");
  const keyring = await createKeyring(database, { clock, recordUses: (uses) => engine.recordUses(uses) });
  const timer = setInterval(() => {
    keyring.refresh().catch((error: unknown) =>
      log.error("could not reread the keys", {
        error: explainFailure(describeError(error), settings.dataDir),
      }),
    );
  }, REFRESH_KEYS_MS);
  started.add("keys", async () => {
    clearInterval(timer);
    await database.destroy();
  });
  return { keyring, signIns: readSignIns(database, clock), links: createSignInLinks(clock) };
}

/** Makes the keys of a first start. Gives: null on every later one. */
export async function makeFirstKeys(dataDir: string, clock: Clock): Promise<FirstKeys | null> {
  const database = openDatabaseOf({ dataDir }, "write");
  try {
    return await inTransaction(database, "full", async (transaction) => {
      const keys = await createFirstKeys(transaction, userName(), clock());
      // before the commit: keys that are in force and that nobody knows would help nobody
      if (keys !== null) await writeFirstKeys(firstKeysPath(dataDir), keys);
      return keys;
    });
  } finally {
    await database.destroy();
  }
}
