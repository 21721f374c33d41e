/** Turns what the OpenID Connect library throws into a reason for the person and words for the log. */
import { ProviderFault, type RefusedReason, type SignInRefused } from "./refused.ts";

/** What exceptions of the library carry, as far as it says anything. */
interface Thrown {
  code?: unknown;
  /** The provider's own word for it, as in RFC 6749, section 5.2. */
  error?: unknown;
  cause?: unknown;
}

/** @see openid-client, `lib/index.ts` (6.9.0), the codes of ClientError. */
const OF_TIME = "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";
const OF_STATUS = "OAUTH_RESPONSE_IS_NOT_CONFORM";
const OF_LATENESS = "OAUTH_TIMEOUT";

/** Nothing of the exception's message is used: it may hold what the provider sent. */
export function explainFailure(thrown: unknown): SignInRefused {
  const fault = [thrown, causeOf(thrown)].find((error) => error instanceof ProviderFault);
  if (fault !== undefined) return fault.refused;
  const { code, error } = (thrown ?? {}) as Thrown;
  if (typeof error === "string") {
    const reason = error === "access_denied" ? "cancelled" : "provider_answer";
    return { reason, detail: `the provider answers ${plainWord(error)}` };
  }
  return { reason: reasonOf(code, causeOf(thrown)), detail: detailOf(code, causeOf(thrown)) };
}

function reasonOf(code: unknown, cause: unknown): RefusedReason {
  if (code === OF_TIME) return "clock";
  if (code === OF_LATENESS) return "provider_down";
  const isDown = code === OF_STATUS && cause instanceof Response && cause.status >= 500;
  return isDown ? "provider_down" : "provider_answer";
}

function detailOf(code: unknown, cause: unknown): string {
  if (code === OF_STATUS && cause instanceof Response)
    return `the provider answers with status ${cause.status}`;
  const claim = (cause as { claim?: unknown } | null | undefined)?.claim;
  const place = typeof claim === "string" ? `: claim ${plainWord(claim)}` : "";
  return `the provider's answer cannot be trusted (${plainWord(String(code))}${place})`;
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? thrown.cause : undefined;
}

function plainWord(text: string): string {
  return /^[\w.-]{1,80}$/.test(text) ? text : "something unreadable";
}
