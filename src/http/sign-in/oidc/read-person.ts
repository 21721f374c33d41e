/** What a provider says of a person, read from its claims. */
import { z } from "zod";
import type { Role } from "../../../identity/caller.ts";
import type { Entrance, Groups } from "../../../settings/provider.ts";
import { emailAddress } from "../../../settings/values.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { SignInRefused } from "./refused.ts";

/** Claims by name, as the provider signed or sent them. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person whose e-mail address is proved. */
export interface ProvedPerson {
  /** In small letters. */
  email: string;
  /** null when the provider says none. */
  name: string | null;
  /** null when groups decide no role here. */
  role: Role | null;
}

/** Some providers send booleans as text, or as a digit. */
const IS_TRUE = z.union([z.literal(true), z.literal(1), z.enum(["true", "1"])]);

/**
 * Reads the person.
 *
 * @throws There is no address, it is not verified, or its domain may not sign in.
 * @see OpenID Connect Core 1.0, section 5.1.
 */
export function readPerson(claims: Claims, entrance: Entrance): Result<ProvedPerson, SignInRefused> {
  const read = emailAddress.safeParse(claims["email"]);
  if (!read.success) return fail({ reason: "email_missing", detail: "the provider says no e-mail address" });
  const email = read.data.toLowerCase();
  if (!IS_TRUE.safeParse(verification(claims)).success)
    return fail({ reason: "email_unverified", detail: "the provider has not verified the e-mail address" });
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (entrance.domains.length > 0 && !entrance.domains.includes(domain))
    return fail({ reason: "domain", detail: "the domain of the e-mail address is not in oidc_domains" });
  const name = z.string().trim().min(1).max(100).safeParse(claims["name"]);
  const role =
    entrance.groups === null ? null : roleOf(groupsIn(claims, entrance.groups.claim), entrance.groups);
  return succeed({ email, name: name.success ? name.data : null, role });
}

/**
 * What the provider says of the address; undefined when nothing.
 *
 * @see Microsoft, "Optional claims reference", xms_edov, read 2026-11: Entra has this in the place of email_verified.
 */
export function verification(claims: Claims): unknown {
  const isEntra = String(claims["iss"]).startsWith("https://login.microsoftonline.com/");
  return claims["email_verified"] ?? (isEntra ? claims["xms_edov"] : undefined);
}

function roleOf(groups: readonly string[], { admin, lead }: Groups): Role {
  if (groups.some((group) => admin.includes(group))) return "admin";
  return groups.some((group) => lead.includes(group)) ? "lead" : "member";
}

/** A provider may send a single group as text. */
function groupsIn(claims: Claims, claim: string): readonly string[] {
  return GROUPS.parse(claimAt(claims, claim));
}

const GROUPS = z.union([z.array(z.string()), z.string().transform((group) => [group])]).catch([]);

/** The claim of that name, or the one that a path with dots leads to; undefined when there is none. */
export function claimAt(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : name.split(".").reduce<unknown>(memberOf, claims);
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === "object" && value !== null;
  return isObject && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined;
}
