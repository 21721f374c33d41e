/** What the main thread and the thread that reads the keys say to each other. */
import { z } from "zod";
import type { Reply } from "../../answers/post-office.ts";
import type { Register } from "../../identity/keys/register.ts";

/** What is asked: all keys, all if there is a key of the hash, the sign-in of the hash. */
const QUESTIONS = ["all", "key", "sign_in"] as const;
export type KeysQuestion = (typeof QUESTIONS)[number];

/** To the thread: first where the database is, then one question at a time. */
export const TO_KEYS = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open"), dataDir: z.string() }),
  z.object({ kind: z.literal("ask"), id: z.int(), question: z.enum(QUESTIONS), hash: z.string() }),
]);
export type ToKeys = z.infer<typeof TO_KEYS>;

/** From the thread: all keys whenever they changed, replies, and why it could not read. */
export type FromKeys =
  { kind: "register"; register: Register } | { kind: "unreadable"; reason: string } | Reply;
