/** Signs a browser in as whoever has proved who it is, in whatever way. */
import type { SignInRecord } from "../../identity/sign-ins/table.ts";
import { HOUR } from "../../vocabulary/units.ts";
import type { RouteContext } from "../route-context.ts";
import { browserWords } from "./browser-words.ts";
import { clientOf } from "./client.ts";
import { tokenCookie } from "./cookie.ts";
import type { SignInRules } from "./rules.ts";

/**
 * Signs a browser in.
 *
 * @returns The value of the header `set-cookie`.
 */
export async function signInBrowser(
  { changes, signInRules: { hours } }: Pick<RouteContext, "changes"> & { signInRules: SignInRules },
  request: Request,
  signedIn: Pick<SignInRecord, "who" | "way">,
): Promise<string> {
  const client = browserWords(request.headers.get("user-agent"));
  const { address } = clientOf(request);
  const { token } = await changes(request).startSignIn({ ...signedIn, client, address, hours });
  return tokenCookie(request, token, hours * HOUR);
}
