/** Links that sign in without a key, for the person who just started the server: once, and soon. */
import { z } from "zod";
import { hashToken, mintToken } from "../../identity/sign-ins/sign-in.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { isOverTls } from "../tls/over-tls.ts";

/** The links that have not been used. They are kept only in memory: a restart ends them. */
export interface SignInLinks {
  /** Makes a token that stands for a key. */
  issue(keyId: string): string;
  /** Returns the key's id, the first time within five minutes; null ever after. */
  redeem(token: string): string | null;
}

const LASTS: Milliseconds = 5 * MINUTE;

export function createSignInLinks(clock: Clock): SignInLinks {
  const waiting = new Map<string, { keyId: string; expiresAt: Instant }>();
  return {
    issue(keyId) {
      const token = mintToken();
      waiting.set(hashToken(token), { keyId, expiresAt: clock() + LASTS });
      return token;
    },
    redeem(token) {
      const hash = hashToken(token);
      const found = waiting.get(hash);
      waiting.delete(hash);
      return found !== undefined && found.expiresAt > clock() ? found.keyId : null;
    },
  };
}

/**
 * The address that a person opens.
 *
 * The token is behind the #, which browsers keep to themselves: no log of a proxy ever holds it.
 */
export function signInAddress(url: string, token: string): string {
  const { protocol, port } = new URL(url);
  const isEverywhere = /\/\/(0\.0\.0\.0|\[::\])(:|$)/.test(url);
  return `${isEverywhere ? `${protocol}//127.0.0.1:${port}` : url}/sign-in#${token}`;
}

/**
 * The link that an administrator hands to somebody.
 *
 * @param made.publicUrl - The address that people reach the server by; null for the one that was asked for the link.
 */
export function linkAnswer(
  request: Request,
  { token, expiresAt, publicUrl }: { token: string; expiresAt: Instant; publicUrl: string | null },
): z.infer<typeof LINK_ANSWER> {
  const asked = `${isOverTls(request) ? "https" : "http"}://${new URL(request.url).host}`;
  return { url: signInAddress(publicUrl ?? asked, token), expiresAt: isoTime(expiresAt) };
}

export const LINK_ANSWER = z.object({
  url: z.string().describe("Signs a browser in, once; shown this once."),
  expiresAt: z.iso.datetime(),
});
