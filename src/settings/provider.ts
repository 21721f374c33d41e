/** The OpenID Connect provider that people sign in with, as the settings have it together. */
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { Settings } from "./schema.ts";

/** The settings that concern it. */
export type ProviderSettings = Pick<
  Settings,
  Extract<keyof Settings, `oidc${string}`> | "publicUrl" | "offline"
>;

/** A provider that is set as a whole. */
export interface Provider {
  issuer: string;
  /** As the sign-in page calls it. */
  name: string;
  client: { id: string; secret: string };
  /** The address that people reach this server by. */
  publicUrl: string;
  /** Whose people may come. */
  entrance: Entrance;
}

/** Who is let in, where, and as what. */
export interface Entrance {
  /** Domains of e-mail addresses; empty for every domain. */
  domains: readonly string[];
  firstSignIn: Settings["oidcFirstSignIn"];
  /** null when the account's own role counts. */
  groups: Groups | null;
  /** Name of the organization; null for the only one, or the one called default. */
  organization: string | null;
}

/** How groups become roles. */
export interface Groups {
  claim: string;
  admin: readonly string[];
  lead: readonly string[];
}

/**
 * Reads the provider.
 *
 * @returns null when none is set.
 * @throws With what is missing or does not go together, in a sentence for the server's owner.
 */
export function readProvider(settings: ProviderSettings): Result<Provider | null, string> {
  const { oidcIssuer: issuer, oidcClientId: id, oidcClientSecret: secret, publicUrl } = settings;
  if (issuer === null) return id === null && secret === null ? succeed(null) : fail(WITHOUT_ISSUER);
  if (settings.offline) return fail(OFFLINE);
  if (id === null) return fail(missing("oidc_client_id"));
  if (secret === null) return fail(missing("oidc_client_secret"));
  if (publicUrl === null)
    return fail(`${missing("public_url")} The provider sends people back to that address.`);
  const entrance = readEntrance(settings);
  if (!entrance.ok) return entrance;
  const name = settings.oidcName ?? new URL(issuer).host;
  return succeed({ issuer, name, client: { id, secret }, publicUrl, entrance: entrance.value });
}

function readEntrance(settings: ProviderSettings): Result<Entrance, string> {
  const { oidcDomains: domains, oidcFirstSignIn: firstSignIn, oidcOrganization: organization } = settings;
  const { oidcGroupsClaim: claim, oidcAdminGroups: admin, oidcLeadGroups: lead } = settings;
  const groups = admin.length === 0 && lead.length === 0 ? null : { claim, admin, lead };
  if (firstSignIn === "allowed_domain" && domains.length === 0) return fail(WITHOUT_DOMAINS);
  return succeed({ domains, firstSignIn, groups, organization });
}

function missing(name: string): string {
  return `oidc_issuer is set, but ${name} is not. Set it, or remove oidc_issuer.`;
}

const WITHOUT_ISSUER =
  "oidc_client_id or oidc_client_secret is set, but oidc_issuer is not. Set all three, or none.";
const WITHOUT_DOMAINS =
  "oidc_first_sign_in is allowed_domain, but oidc_domains is empty, so that everybody could sign in. List the domains.";
const OFFLINE =
  "oidc_issuer is set, but offline forbids the connection to the provider. Remove one of the two settings.";
