/** Speaks OpenID Connect with the provider: on which page people sign in there, and who came back. */
import { createHash } from "node:crypto";
import type { Configuration, TokenEndpointResponse } from "openid-client";
import type { Entrance, Provider } from "../../../settings/provider.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { type Instant, SECOND } from "../../../vocabulary/units.ts";
import { CALLBACK_PATH } from "../paths.ts";
import { explainFailure } from "./explain-failure.ts";
import { type AskingProvider, CLOCK_TOLERANCE, KnownProvider } from "./known-provider.ts";
import { type Claims, claimAt, type ProvedPerson, readPerson, verification } from "./read-person.ts";
import { ProviderFault, type SignInRefused } from "./refused.ts";
import type { WayBackSecrets } from "./way-back.ts";

/** The provider, as the routes use it. */
export interface SignInProvider {
  name: string;
  /** The address that people reach this server by. */
  publicUrl: string;
  entrance: Entrance;
  /** The page of the provider for one sign-in. */
  addressFor(secrets: WayBackSecrets): Promise<Result<string, SignInRefused>>;
  /**
   * Finds out who came back.
   *
   * @param brought - The query that the provider sent the browser back with.
   */
  personBehind(
    brought: URLSearchParams,
    secrets: WayBackSecrets,
  ): Promise<Result<ProvedPerson, SignInRefused>>;
  /** The page on which people sign out there; null when it has none, or nothing is known of it yet. */
  signOutAddress(): string | null;
}

/** Opens it; nothing is asked until somebody wants to sign in. */
export function openSignInProvider(provider: Provider, asking: AskingProvider): SignInProvider {
  const { name, publicUrl, entrance, client } = provider;
  const known = new KnownProvider(provider, asking);
  return {
    name,
    publicUrl,
    entrance,
    addressFor: (secrets) => explained(() => addressFor(known, provider, secrets)),
    async personBehind(brought, secrets) {
      const claims = await explained(() => exchange({ known, provider, asking }, brought, secrets));
      return claims.ok ? readPerson(claims.value, entrance) : claims;
    },
    signOutAddress() {
      const page = known.last?.end_session_endpoint;
      if (page === undefined || URL.parse(page)?.protocol !== new URL(provider.issuer).protocol) return null;
      const address = new URL(page);
      address.searchParams.set("client_id", client.id);
      address.searchParams.set("post_logout_redirect_uri", `${publicUrl}/sign-in`);
      return address.href;
    },
  };
}

async function explained<Value>(work: () => Promise<Value>): Promise<Result<Value, SignInRefused>> {
  try {
    return succeed(await work());
  } catch (error) {
    return fail(explainFailure(error));
  }
}

async function addressFor(
  known: KnownProvider,
  { publicUrl, entrance }: Provider,
  { state, nonce, verifier }: WayBackSecrets,
): Promise<string> {
  const { buildAuthorizationUrl } = await import("openid-client");
  const configuration = await known.configure();
  const offered = configuration.serverMetadata().scopes_supported ?? [];
  // some providers have a scope for groups, and others refuse one that they do not know
  const more = entrance.groups !== null && offered.includes("groups") ? " groups" : "";
  return buildAuthorizationUrl(configuration, {
    redirect_uri: `${publicUrl}${CALLBACK_PATH}`,
    scope: `openid email profile${more}`,
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).href;
}

interface Exchanging {
  known: KnownProvider;
  provider: Provider;
  asking: AskingProvider;
}

/**
 * Gets the claims for the code.
 *
 * @throws What the library throws when anything is not as it has to be.
 */
async function exchange(
  { known, provider, asking }: Exchanging,
  brought: URLSearchParams,
  { state, nonce, verifier }: WayBackSecrets,
): Promise<Claims> {
  const { authorizationCodeGrant } = await import("openid-client");
  const configuration = await known.configure();
  const callback = new URL(`${provider.publicUrl}${CALLBACK_PATH}?${brought.toString()}`);
  const tokens = await authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  await known.keepKeys(configuration);
  const signed: Claims = { ...tokens.claims() };
  requirePast(signed, asking.clock());
  return isWhole(signed, provider.entrance) ? signed : withMore(configuration, tokens, signed);
}

/** A token from the future says that one of the clocks is wrong, and then nothing of its end is sure. */
function requirePast({ iat }: Claims, now: Instant): void {
  if (typeof iat === "number" && iat * SECOND <= now + CLOCK_TOLERANCE * SECOND) return;
  throw new ProviderFault({ reason: "clock", detail: "the provider's token is from the future" });
}

function isWhole(signed: Claims, { groups }: Entrance): boolean {
  const needed = ["email", ...(groups === null ? [] : [groups.claim])];
  const isVerificationSaid = verification(signed) !== undefined;
  return isVerificationSaid && needed.every((claim) => claimAt(signed, claim) !== undefined);
}

/** Many providers say of a person only who it is, and the rest when they are asked; the signed claims go first. */
async function withMore(
  configuration: Configuration,
  tokens: TokenEndpointResponse,
  signed: Claims,
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return signed;
  const { fetchUserInfo } = await import("openid-client");
  const said: Claims = await fetchUserInfo(configuration, tokens.access_token, String(signed["sub"]));
  // whether an address is verified counts only for the address that it was said of
  const isOther = signed["email"] !== undefined && signed["email"] !== said["email"];
  return isOther ? { ...said, email_verified: false, ...signed } : { ...said, ...signed };
}
