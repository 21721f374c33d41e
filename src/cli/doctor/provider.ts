/** Whether the OpenID Connect provider that people sign in with is set as a whole, and answers. */
import { openSignInProvider } from "../../http/sign-in/oidc/sign-in-provider.ts";
import { createWaysBack } from "../../http/sign-in/oidc/way-back.ts";
import { type ProviderSettings, readProvider } from "../../settings/provider.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Finding, ok } from "./finding.ts";

const CHECK = "provider of sign-ins";

/** Asks the provider for its page, as a sign-in does; where none is set there is nothing to find. */
export async function checkProvider(settings: ProviderSettings, clock: Clock): Promise<Finding[]> {
  const read = readProvider(settings);
  if (!read.ok)
    return [fail(CHECK, read.problem, "change the settings; the server does not start like this")];
  if (read.value === null) return [];
  const { secrets } = createWaysBack(clock).begin("/");
  const page = await openSignInProvider(read.value, { clock }).addressFor(secrets);
  if (page.ok) return [ok(CHECK, `${read.value.name} answers`)];
  return [
    fail(CHECK, page.problem.detail, "check oidc_issuer, and whether this machine reaches the provider"),
  ];
}
