/** Under which name a request's passkeys are known, and what is said where browsers know none. */
import {
  type NoPasskeys,
  type RelyingParty,
  relyingPartyOf,
} from "../../../identity/passkeys/relying-party.ts";
import type { Result } from "../../../vocabulary/result.ts";
import { Refusal } from "../../refusal.ts";
import { isOverTls } from "../../tls/over-tls.ts";

/** Finds the name, from the settings or else from the request. */
export function partyOf(request: Request, publicUrl: string | null): Result<RelyingParty, NoPasskeys> {
  const origin = request.headers.get("origin");
  return relyingPartyOf({ publicUrl, speaksTls: isOverTls(request), url: request.url, origin });
}

/**
 * The same for a route that cannot do without.
 *
 * @throws A refusal with 409 that says where passkeys work.
 */
export function requireParty(request: Request, publicUrl: string | null): RelyingParty {
  const party = partyOf(request, publicUrl);
  if (party.ok) return party.value;
  throw new Refusal(409, { detail: wordsOf(party.problem, publicUrl) });
}

function wordsOf(problem: NoPasskeys, publicUrl: string | null): string {
  switch (problem.kind) {
    case "elsewhere":
      return `Passkeys of this server work at ${problem.origin} only: open that address.`;
    case "address":
      return `Browsers know passkeys by a host name, not by an address: ${adviceOn(publicUrl)}.`;
    case "plain_http":
      return `Browsers know passkeys over HTTPS and on localhost only: ${adviceOn(publicUrl)}.`;
  }
}

function adviceOn(publicUrl: string | null): string {
  const secure = "an https address with a host name";
  return publicUrl === null
    ? `open localhost on the machine of the server, or set public_url to ${secure}`
    : `set public_url to ${secure}`;
}
