/** `/v1/session/ways`: how people may sign in here, for the page on which they do. */
import { Elysia } from "elysia";
import { z } from "zod";
import type { RouteContext } from "../../route-context.ts";
import { partyOf } from "../passkeys/party.ts";
import { documented } from "../../openapi/documented.ts";
import type { SignInProvider } from "../../sign-in/oidc/sign-in-provider.ts";
import { BEGIN_PATH, WAYS_PATH } from "../../sign-in/paths.ts";
import type { SignInRules } from "../../sign-in/rules.ts";

const WAYS_ANSWER = z.object({
  key: z.boolean().describe("With a key."),
  hours: z.number().describe("How long a sign-in holds, at the longest."),
  link: z.boolean().describe("With a one-time link."),
  passkey: z.boolean().describe("With a passkey, at this address."),
  oidc: z
    .object({
      name: z.string().describe("What the provider is called."),
      address: z.string().describe("Where a browser begins; ?next= is the page that it opens in the end."),
      signOutAddress: z.string().nullable().describe("Where people sign out of the provider too."),
    })
    .nullable()
    .describe("With an OpenID Connect provider; null when none is set."),
});

type Ways = z.infer<typeof WAYS_ANSWER>;

/** What decides about the ways. */
export interface WayParts {
  signInRules: SignInRules;
  publicUrl: string | null;
  oidc: { provider: SignInProvider | null };
}

/** Mounts the route, which anybody may ask. */
export function waysRoutes({ keyring }: RouteContext, parts: WayParts) {
  const knowsPasskeys = (request: Request): boolean =>
    keyring.hasAccounts() && partyOf(request, parts.publicUrl).ok;
  return new Elysia().get(WAYS_PATH, ({ request }) => waysOf(parts, knowsPasskeys(request)), {
    detail: {
      ...documented({ summary: "How people sign in here", tag: "Dashboard", answer: WAYS_ANSWER }),
      security: [],
    },
  });
}

function waysOf({ signInRules, oidc: { provider } }: WayParts, passkey: boolean): Ways {
  const oidc = provider && describeProvider(provider);
  return { key: signInRules.withKey, hours: signInRules.hours, link: true, passkey, oidc };
}

/** The whole address: the way back leads to the public one, and the browser is known only there. */
function describeProvider(provider: SignInProvider): NonNullable<Ways["oidc"]> {
  const { name, publicUrl } = provider;
  return { name, address: `${publicUrl}${BEGIN_PATH}`, signOutAddress: provider.signOutAddress() };
}
