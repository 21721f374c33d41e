/**
 * The thread that reads keys and sign-ins: twice a second it looks whether somebody has changed the database.
 *
 * A disk that hangs stops the thread that reads it, in the middle of SQLite; requests are judged by what is in memory.
 */
import { replyTo } from "../../answers/post-office.ts";
import { onChange, whenChanged } from "../../database/changes.ts";
import { type Database, isPassing } from "../../database/open.ts";
import { readRegister, readRegisterWith } from "../../identity/keys/register.ts";
import { selectSignIn, type SignInRecord } from "../../identity/sign-ins/table.ts";
import { openDatabaseOf } from "../../stores.ts";
import { describeError } from "../../vocabulary/log.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { FromKeys, KeysQuestion, ToKeys } from "./keys-message.ts";

declare const self: Worker;

/** A revoked key stops within a second; so the keys are read twice as often. */
const READ_EVERY_MS: Milliseconds = SECOND / 2;

let database: Database | null = null;
let look = (): Promise<void> => Promise.resolve();
/** The ids of the accounts that the main thread knows. */
let reported: ReadonlySet<string> = new Set();

self.onmessage = ({ data: message }: MessageEvent<ToKeys>) => {
  if (message.kind === "open") begin((database = openDatabaseOf(message.stores, "read")));
  else void answer(message.id, message.question, message.hash);
};

function begin(opened: Database): void {
  let lastText = "";
  const reportChanges = whenChanged(opened, async () => {
    const register = await readRegister(opened);
    const text = JSON.stringify(register);
    if (text === lastText) return;
    post({ kind: "register", register });
    reported = new Set(register.accounts.map((account) => account.id));
    lastText = text;
  });
  let complaint = "";
  look = async () => {
    const before = complaint;
    let mayPass = false;
    complaint = await reportChanges().then(
      () => "",
      (error: unknown) => {
        mayPass = isPassing(error);
        return describeError(error);
      },
    );
    // once for each time that the database is away
    if (complaint !== "" && complaint !== before) post({ kind: "unreadable", reason: complaint, mayPass });
  };
  void look();
  // what another engine changed is known at once; a database that cannot be reached is asked again, and then listened to
  void onChange(opened, () => void look()).catch(() => {});
  setInterval(look, READ_EVERY_MS);
}

const ANSWERS: Readonly<Record<KeysQuestion, (opened: Database, hash: string) => Promise<unknown>>> = {
  all: (opened) => readRegister(opened),
  key: readRegisterWith,
  sign_in: findSignIn,
};

/** Somebody who was invited a moment ago is judged by the account: it goes to the main thread first. */
async function findSignIn(opened: Database, hash: string): Promise<SignInRecord | null> {
  const found = await selectSignIn(opened, hash);
  if (found !== null && "accountId" in found.who && !reported.has(found.who.accountId)) await look();
  return found;
}

async function answer(id: number, question: KeysQuestion, hash: string): Promise<void> {
  const work = (): Promise<unknown> => {
    if (database === null) throw new Error("BUG: a question came before the place of the database");
    return ANSWERS[question](database, hash);
  };
  post(await replyTo(id, work));
}

function post(message: FromKeys): void {
  self.postMessage(message);
}
