/** What a provider says of itself, and its keys: remembered, and asked for again when they are old or one is missing. */
import type { Configuration, CustomFetchOptions, ExportedJWKSCache, ServerMetadata } from "openid-client";
import type { Provider } from "../../../settings/provider.ts";
import { isOnThisMachine } from "../../../settings/values.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { HOUR, type Instant, type Milliseconds, type Seconds, SECOND } from "../../../vocabulary/units.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { ProviderFault } from "./refused.ts";

/** How the provider is asked. */
export interface AskingProvider {
  clock: Clock;
  /** Shorter only in tests. */
  timeoutMs?: Milliseconds;
}

/** So long what it says of itself holds. */
const HOLDS: Milliseconds = HOUR;

/** How far the provider's clock may be off. */
export const CLOCK_TOLERANCE: Seconds = 60;

/** So old keys have to be before the library asks again for one that is not among them. */
const OLD_ENOUGH: Seconds = 60;

/** Knows one provider. */
export class KnownProvider {
  private found: { metadata: ServerMetadata; at: Instant } | null = null;
  private asking: Promise<ServerMetadata> | null = null;
  private keys: ExportedJWKSCache | null = null;

  constructor(
    private readonly provider: Provider,
    private readonly parts: AskingProvider,
  ) {}

  /** What it said of itself last; null when it was not asked yet. */
  get last(): ServerMetadata | null {
    return this.found?.metadata ?? null;
  }

  /**
   * Prepares one exchange with the provider.
   *
   * @throws An exception when nothing is known of the provider and it does not say anything usable.
   */
  async configure(): Promise<Configuration> {
    const library = await import("openid-client");
    const metadata = await this.read();
    const { id, secret } = this.provider.client;
    const listed = metadata.token_endpoint_auth_methods_supported ?? [];
    const proof = listed.includes("client_secret_post") ? "ClientSecretPost" : "ClientSecretBasic";
    const tolerance = { [library.clockTolerance]: CLOCK_TOLERANCE };
    const configuration = new library.Configuration(metadata, id, tolerance, library[proof](secret));
    configuration[library.customFetch] = this.fetch;
    if (this.isPlain) library.allowInsecureRequests(configuration);
    // without this the library trusts TLS, and does not look at the signature
    library.enableNonRepudiationChecks(configuration);
    if (this.keys !== null) library.setJwksCache(configuration, this.readyKeys(this.keys));
    return configuration;
  }

  /** Remembers the keys that an exchange used. */
  async keepKeys(configuration: Configuration): Promise<void> {
    const { getJwksCache } = await import("openid-client");
    const used = getJwksCache(configuration);
    const isKnown = this.keys !== null && used?.uat === this.readyKeys(this.keys).uat;
    if (used !== undefined && !isKnown) this.keys = used;
  }

  /** As if they were a minute old at least: then a key that came a moment ago is asked for at once. */
  private readyKeys(keys: ExportedJWKSCache): ExportedJWKSCache {
    const latest = Math.floor(this.parts.clock() / SECOND) - OLD_ENOUGH;
    return { jwks: keys.jwks, uat: Math.min(keys.uat, latest) };
  }

  private async read(): Promise<ServerMetadata> {
    const { found } = this;
    if (found !== null && this.parts.clock() - found.at < HOLDS) return found.metadata;
    this.asking ??= this.discover().finally(() => (this.asking = null));
    try {
      return await this.asking;
    } catch (error) {
      if (found !== null) return found.metadata;
      throw error;
    }
  }

  private async discover(): Promise<ServerMetadata> {
    const { discovery, allowInsecureRequests, customFetch, None } = await import("openid-client");
    const issuer = new URL(this.provider.issuer);
    const said = await discovery(issuer, this.provider.client.id, undefined, None(), {
      [customFetch]: this.fetch,
      execute: this.isPlain ? [allowInsecureRequests] : [],
    });
    const metadata = said.serverMetadata();
    requireUsable(metadata, issuer);
    this.found = { metadata, at: this.parts.clock() };
    return metadata;
  }

  private readonly fetch = (url: string, options: CustomFetchOptions): Promise<Response> =>
    boundedFetch(url, options as RequestInit, this.parts.timeoutMs);

  /** Plain http, which the settings allow only on this machine. */
  private get isPlain(): boolean {
    return this.provider.issuer.startsWith("http:");
  }
}

/**
 * The library lets some issuers through that are not the one that was asked, for companies that share one; people of
 * every company could then sign in.
 *
 * @throws A fault of the provider.
 */
function requireUsable(metadata: ServerMetadata, issuer: URL): void {
  if (new URL(metadata.issuer).href !== issuer.href)
    throw unusable("the provider says that its issuer is another one than oidc_issuer");
  const { authorization_endpoint: page, token_endpoint: token, jwks_uri: keys } = metadata;
  if (page === undefined || token === undefined || keys === undefined)
    throw unusable("the provider names no page, no address for tokens or no keys");
  const isSafe = page.startsWith("https://") || isOnThisMachine(page);
  if (!isSafe) throw unusable("the provider's page has no TLS");
}

function unusable(detail: string): ProviderFault {
  return new ProviderFault({ reason: "provider_answer", detail });
}
