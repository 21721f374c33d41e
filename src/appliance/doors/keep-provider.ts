/** Keeps the provider that people sign in with while settings are read again: whoever is on the way comes back. */
import type { OidcParts } from "../../http/routes/sign-in/oidc.ts";
import { openSignInProvider, type SignInProvider } from "../../http/sign-in/oidc/sign-in-provider.ts";
import { createWaysBack } from "../../http/sign-in/oidc/way-back.ts";
import { type Provider, readProvider } from "../../settings/provider.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";

/** Returns the provider of the settings; the same one as long as they say the same of it. */
export type KeptProvider = (settings: Settings) => Pick<OidcParts, "provider" | "waysBack">;

/** Opens none yet. */
export function keepProvider(clock: Clock): KeptProvider {
  const waysBack = createWaysBack(clock);
  let kept: { read: Provider | null; provider: SignInProvider | null } = { read: null, provider: null };
  return (settings) => {
    const outcome = readProvider(settings);
    if (!outcome.ok) throw new Error(`BUG: a provider that is not set as a whole: ${outcome.problem}`);
    const read = outcome.value;
    if (!Bun.deepEquals(kept.read, read))
      kept = { read, provider: read === null ? null : openSignInProvider(read, { clock }) };
    return { provider: kept.provider, waysBack };
  };
}
