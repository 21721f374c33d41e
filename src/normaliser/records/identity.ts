/** Who a record says was at work; the key that sent it is asked elsewhere. */
import {
  IDENTITY_KINDS,
  type Identity,
  isEmptyIdentity,
  NAMED_DEVELOPER,
} from "../../identity/developers/developer.ts";
import type { TelemetryRecord } from "./record.ts";
import { textOf } from "./unwrap.ts";

/**
 * Everything by which a record names its person.
 *
 * @returns At most one per kind, in the order of IDENTITY_KINDS; the record's own attribute before its
 *   resource's. A session takes the first kind that any of its records has; `user.name` serves for naming as
 *   well.
 */
export function identitiesOf(record: TelemetryRecord): Identity[] {
  const identities: Identity[] = [];
  for (const kind of [...IDENTITY_KINDS, NAMED_DEVELOPER]) {
    const value = named(textOf(record.attributes[kind])) ?? named(textOf(record.resource[kind]));
    if (value !== null) identities.push({ kind, value });
  }
  return identities;
}

function named(value: string | null): string | null {
  return value === null || isEmptyIdentity(value) ? null : value.trim();
}
