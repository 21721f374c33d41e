/** How long a server asks to wait. */
import { DAY, type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/**
 * Reads Retry-After: seconds or a date, and the milliseconds that OpenAI sends with it.
 *
 * @returns At most a day; null when the header is absent or says neither.
 * @see RFC 9110, section 10.2.3.
 */
export function retryAfterOf(headers: Headers | undefined, now: Instant): Milliseconds | null {
  const exact = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  const said = headers?.get("retry-after") ?? "";
  const wait = Number.isFinite(exact) ? exact : readRetryAfter(said, now);
  return wait === null ? null : Math.min(Math.max(wait, 0), DAY);
}

function readRetryAfter(said: string, now: Instant): Milliseconds | null {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(said)) return Number(said) * SECOND;
  const until = Date.parse(said);
  return Number.isNaN(until) ? null : until - now;
}
