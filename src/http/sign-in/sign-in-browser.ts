/** Signs a browser in as whoever has proved who it is, in whatever way. */
import type { SignInRequest } from "../../identity/sign-ins/sign-in.ts";
import type { SignInRecord } from "../../identity/sign-ins/table.ts";
import { HOUR } from "../../vocabulary/units.ts";
import type { RouteContext } from "../route-context.ts";
import { browserWords } from "./browser-words.ts";
import { clientOf } from "./client.ts";
import { tokenCookie } from "./cookie.ts";
import type { SignInRules } from "./rules.ts";

type Parts = Pick<RouteContext, "changes"> & { signInRules: SignInRules };

/**
 * Signs a browser in.
 *
 * @returns The value of the header `set-cookie`.
 */
export async function signInBrowser(
  { changes, signInRules }: Parts,
  request: Request,
  signedIn: Pick<SignInRecord, "who" | "way">,
): Promise<string> {
  const { token } = await changes(request).startSignIn({ ...signedIn, ...knownOf(request, signInRules) });
  return tokenCookie(request, token, signInRules.hours * HOUR);
}

/**
 * Signs a browser in that opened a one-time link.
 *
 * @returns The value of the header `set-cookie`; null for a link that was used or is too old.
 */
export async function redeemInBrowser(
  { changes, signInRules }: Parts,
  request: Request,
  link: string,
): Promise<string | null> {
  const redeemed = await changes(request).redeemSignInLink({ token: link, ...knownOf(request, signInRules) });
  return redeemed.ok ? tokenCookie(request, redeemed.value.token, signInRules.hours * HOUR) : null;
}

/** What is known of a browser that signs in. */
export function knownOf(
  request: Request,
  { hours }: Pick<SignInRules, "hours">,
): Pick<SignInRequest, "client" | "address" | "hours"> {
  const client = browserWords(request.headers.get("user-agent"));
  return { client, address: clientOf(request).address, hours };
}
