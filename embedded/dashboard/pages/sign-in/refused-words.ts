/** Why somebody who came back from the provider is not signed in, and what to do. */
import type { RefusedReason } from "../../../../src/http/sign-in/oidc/refused.ts";

const WORDS: Readonly<Record<RefusedReason, (provider: string) => string>> = {
  other_browser: () =>
    "This sign-in was begun in another browser, took longer than ten minutes, or was used already. Sign in again.",
  cancelled: (provider) => `You did not finish signing in at ${provider}. Sign in again.`,
  provider_down: (provider) =>
    `${provider} does not answer. Try again later. Your administrator finds the reason in the server’s log.`,
  provider_answer: (provider) =>
    `${provider} sent an answer that this server cannot trust. Your administrator finds the reason in the server’s log.`,
  clock: (provider) =>
    `The clocks of this server and of ${provider} differ by more than a minute. Ask your administrator to set them.`,
  email_missing: (provider) =>
    `${provider} does not say your e-mail address. Ask your administrator to allow that there.`,
  email_unverified: (provider) =>
    `${provider} has not verified your e-mail address. Verify it there, then sign in again.`,
  domain: (provider) =>
    `Addresses of your e-mail’s domain may not sign in here. Sign in at ${provider} with another account, or ask your administrator.`,
  not_invited: () => "Nobody has invited your e-mail address yet. Ask your administrator for an invitation.",
  ended: () => "Your account here has ended. Ask your administrator to open it again.",
  no_organization: () =>
    "This server does not know which organization you belong to. Ask your administrator to set oidc_organization.",
  too_many: () => "Too many people signed in from your network. Try again in a minute.",
  try_later: () => "The server is being started again. Sign in again in a minute.",
};

/**
 * Returns the sentence for the person.
 *
 * @param search - The search of the page's address.
 * @returns null when nobody was refused.
 */
export function refusedWords(search: string, provider: string): string | null {
  const reason = new URLSearchParams(search).get("refused");
  return reason !== null && Object.hasOwn(WORDS, reason) ? WORDS[reason as RefusedReason](provider) : null;
}
