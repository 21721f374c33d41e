/** A developer: who it is, and by which name people know them. */
import vocabulary from "../../vocabulary/vocabulary.json";

export const DEVELOPER_SOURCES = ["bound", "telemetry", "key"] as const;

/** How a developer was found: a key bound to them, a value in telemetry, or only a key that several may share. */
export type DeveloperSource = (typeof DEVELOPER_SOURCES)[number];

/** A person in an organization. */
export interface Developer {
  id: string;
  organizationId: string;
  /** What an admin called them; null when nobody did. */
  givenName: string | null;
  email: string | null;
  /** `user.name` of their telemetry. */
  userName: string | null;
  /** Shown when nothing better is known. */
  fallbackName: string;
  source: DeveloperSource;
}

/** A value that stands for a developer in telemetry. */
export interface Identity {
  kind: string;
  value: string;
}

/** The alias kind of an e-mail. */
export const EMAIL = "user.email";
/** The alias kind of a key that no record said more about. */
export const KEY = "key";

/** Not an alias, but a developer's own id: the Claude Code plugin may name whom a prompt is from. */
export const NAMED_DEVELOPER = "scoring.developer_id";

/** The kinds of identity that telemetry has, the most precise first. */
export const IDENTITY_KINDS: readonly string[] = [
  EMAIL,
  "user.account_uuid",
  "user.account_id",
  "enduser.id",
  "gen_ai.user.id",
  "user.id",
  "installation.id",
  "ai.telemetry.metadata.userId",
  "user.name",
];

const EMPTY = new Set<string>(vocabulary.emptyIdentities);

/**
 * The most precise identity.
 *
 * @param identities - What a session's records have; of one kind the first counts.
 * @returns The value as aliases keep it, e-mails in lower case; null when none says anything.
 */
export function chooseIdentity(identities: readonly Identity[]): Identity | null {
  for (const kind of IDENTITY_KINDS) {
    const found = identities.find((identity) => identity.kind === kind && !isEmptyIdentity(identity.value));
    if (found !== undefined) return { kind, value: normalizeIdentity(found) };
  }
  return null;
}

/** Whether the value is one that agents send for "nobody". */
export function isEmptyIdentity(value: string): boolean {
  return EMPTY.has(value.trim().toLowerCase());
}

/** The value as aliases keep it. */
export function normalizeIdentity({ kind, value }: Identity): string {
  return kind === EMAIL ? value.trim().toLowerCase() : value.trim();
}

/** What to call a developer of whom only this identity is known: never a bare installation id. */
export function fallbackName(identity: Identity, keyName: string): string {
  if (identity.kind === EMAIL || identity.kind === "user.name") return identity.value;
  if (identity.kind === KEY) return keyName;
  return `${keyName} · ${identity.value.slice(0, 8)}`;
}
