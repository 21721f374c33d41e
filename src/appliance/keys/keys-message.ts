/** What the main thread and the thread that reads the keys say to each other. */
import type { Reply } from "../../answers/post-office.ts";
import type { Register } from "../../identity/keys/register.ts";
import type { StoreSettings } from "../../stores.ts";

/** What is asked: all keys, all if there is a key of the hash, the sign-in of the hash. */
export type KeysQuestion = "all" | "key" | "sign_in";

/** To the thread: first where the database is, then one question at a time. No schema: its library takes 2 MB. */
export type ToKeys =
  { kind: "open"; stores: StoreSettings } | { kind: "ask"; id: number; question: KeysQuestion; hash: string };

/** From the thread: all keys whenever they changed, replies, and why it could not read, which it tries again. */
export type FromKeys =
  { kind: "register"; register: Register } | { kind: "unreadable"; reason: string; mayPass: boolean } | Reply;
