/** Opens the keys of the data directory, and makes the first ones. */
import { inTransaction } from "../../database/transaction.ts";
import { writeFirstKeys } from "../../identity/first-keys-file.ts";
import { createFirstKeys, type FirstKeys } from "../../identity/first-keys.ts";
import { createSignInLinks, type SignInLinks } from "../../http/sign-in/links.ts";
import { createKeyring, type Keyring } from "../../identity/keys/keyring.ts";
import type { Register, Unread } from "../../identity/keys/register.ts";
import type { KeyUse } from "../../identity/keys/table.ts";
import { readSignIns, type SignIns } from "../../identity/sign-ins/sign-in.ts";
import type { Settings } from "../../settings/schema.ts";
import { openDatabaseOf } from "../../stores.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { Result } from "../../vocabulary/result.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { EngineDesk } from "../engine/engine-desk.ts";
import { firstKeysPath } from "../layout.ts";
import { KeysThread } from "./keys-thread.ts";
import { personName } from "./user-name.ts";

/** A key's last use is exact to the minute. */
const PASS_ON_USES_MS: Milliseconds = 5 * SECOND;

/** What finds out who asks. */
export interface People {
  keyring: Keyring;
  signIns: SignIns;
  links: SignInLinks;
  /** Reads the keys again, before whoever looks for changes does. */
  refresh(): Promise<void>;
}

/** The same, until it is stopped. */
export interface RunningPeople extends People {
  /** Calls with all keys now, and whenever they have changed. */
  follow(changed: (register: Register) => void): Promise<void>;
  /** Returns all keys, when there is one of that hash; else null. */
  lookUp(hash: string): Promise<Result<Register | null, Unread>>;
  stop(): void;
}

/** Reads keys and sign-ins, in a thread of its own that reports every change until it is stopped. */
export async function openKeyring(
  settings: Settings,
  { clock, log, startWorker }: { clock: Clock; log: Log; startWorker(name: "keys"): Worker },
  engine: EngineDesk,
): Promise<RunningPeople> {
  const reading = { stores: settings, startWorker: () => startWorker("keys"), log };
  const { keys, register } = await KeysThread.start(reading);
  const recordUses = (uses: readonly KeyUse[]): void => engine.recordUses(uses);
  const keyring = createKeyring(register, { clock, lookUp: (hash) => keys.lookUp(hash), recordUses });
  const followers: ((register: Register) => void)[] = [keyring.hold];
  const report = (changed: Register): void => followers.forEach((follow) => follow(changed));
  keys.whenChanged(report);
  const signIns = readSignIns({
    clock,
    find: (hash) => keys.findSignIn(hash),
    recordUses: (uses) => engine.recordSignInUses(uses),
  });
  const passOn = () => Promise.all([keyring.passOnUses(), signIns.passOnUses()]);
  const timer = setInterval(() => void passOn(), PASS_ON_USES_MS);
  return {
    keyring,
    signIns,
    links: createSignInLinks(clock),
    async refresh() {
      const now = await keys.readAll();
      if (now.ok) report(now.value);
    },
    async follow(changed) {
      followers.push(changed);
      const now = await keys.readAll();
      if (now.ok) changed(now.value);
    },
    lookUp: (hash) => keys.lookUp(hash),
    stop() {
      clearInterval(timer);
      keys.stop();
    },
  };
}

/**
 * Makes the keys of a first start.
 *
 * @returns null on every later one.
 */
export async function makeFirstKeys(settings: Settings, clock: Clock): Promise<FirstKeys | null> {
  const database = openDatabaseOf(settings, "write");
  try {
    return await inTransaction(database, "full", async (transaction) => {
      const keys = await createFirstKeys(transaction, personName(), clock());
      // before the commit: keys that are in force and that nobody knows would help nobody
      if (keys !== null) await writeFirstKeys(firstKeysPath(settings.dataDir), keys);
      return keys;
    });
  } finally {
    await database.destroy();
  }
}
