/** An entry of the audit log: what is handed in, what is kept, and the hash that chains it to the one before. */
import type { Instant } from "../vocabulary/units.ts";
import type { ActorKind, AuditAction, AuditResult, SubjectKind } from "./actions.ts";

/** Something that an entry names, by the id that the rest of the program knows. */
export interface Subject {
  kind: SubjectKind;
  id: string;
}

/** Who did something. */
export type Actor =
  | { kind: "key" | "account"; id: string }
  /** The operating system's user; null where that has no name. */
  | { kind: "command_line"; id: string | null }
  | { kind: "server" | "nobody" };

/** Numbers, words of the program's own, and subjects, which become random ids. Never a text that somebody wrote. */
export type AuditDetails = Readonly<Record<string, number | boolean | string | null | Subject>>;

/** What is recorded. */
export interface AuditEntry {
  /** null for what concerns the whole server. */
  organization: string | null;
  at: Instant;
  actor: Actor;
  /** The address that it came from; null when it came from no address. */
  from: string | null;
  action: AuditAction;
  /** Whom or what it was done to; null for nothing in particular. */
  target?: Subject | null;
  /** `done` when it is left out. */
  result?: AuditResult;
  details?: AuditDetails;
}

/** An entry as it is kept. */
export interface KeptEntry {
  /** Empty for the server's own chain. */
  organization: string;
  /** Grows by one in each organization's chain, from 1. */
  number: number;
  at: Instant;
  actorKind: ActorKind;
  /** A random id, as the next; null where nobody is known. */
  actor: string | null;
  address: string | null;
  action: AuditAction;
  targetKind: SubjectKind | null;
  target: string | null;
  result: AuditResult;
  /** JSON of numbers, words of the program's own and random ids. */
  details: string;
  /** That of the entry before. */
  previousHash: string;
  hash: string;
}

/** The organization of the server's own chain. */
export const SERVER_CHAIN = "";

/** Before the first entry of a chain. */
export const NO_HASH = "0".repeat(64);

/** Names the way in which the text below is put together; another way would get another name. */
const VERSION = "scoring audit 1";

/** Returns an entry's SHA-256 in hex, over everything in it but the hash itself. */
export function hashOf(entry: Omit<KeptEntry, "hash">): string {
  const { organization, number, at, actorKind, actor, address, action } = entry;
  const { targetKind, target, result, details, previousHash } = entry;
  const who = [organization, number, at, actorKind, actor, address];
  const what = [action, targetKind, target, result, details];
  const text = JSON.stringify([VERSION, ...who, ...what, previousHash]);
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
