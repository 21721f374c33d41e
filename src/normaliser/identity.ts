/** Who a record says was at work; the key that sent it is asked elsewhere. */
import vocabulary from "../vocabulary/vocabulary.json" with { type: "json" };
import type { TelemetryRecord } from "./record.ts";
import { textOf } from "./unwrap.ts";

/** The attributes that name a person, the best first. Source: api.md, "Developers" (2026-11). */
export const IDENTITY_KINDS = [
  "user.email",
  "user.account_uuid",
  "user.account_id",
  "enduser.id",
  "gen_ai.user.id",
  "user.id",
  "installation.id",
  "ai.telemetry.metadata.userId",
  "user.name",
] as const;

export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** One name that telemetry gives a person. */
export interface Identity {
  kind: IdentityKind;
  value: string;
}

const EMPTY = new Set<string>(vocabulary.emptyIdentities);

/**
 * Everything by which a record names its person.
 *
 * Gives: at most one per kind, in the order of IDENTITY_KINDS; the record's own attribute before its resource's.
 * A session takes the first kind that any of its records has; `user.name` serves for naming as well.
 */
export function identitiesOf(record: TelemetryRecord): Identity[] {
  const identities: Identity[] = [];
  for (const kind of IDENTITY_KINDS) {
    const value = named(textOf(record.attributes[kind])) ?? named(textOf(record.resource[kind]));
    if (value !== null) identities.push({ kind, value });
  }
  return identities;
}

function named(value: string | null): string | null {
  const trimmed = value?.trim() ?? "";
  return EMPTY.has(trimmed.toLowerCase()) ? null : trimmed;
}
