/** Whether a person asks: pages that stay open ask again by themselves, which must keep nobody signed in for ever. */
import { EVENT_STREAM_PATH } from "../event-stream/path.ts";

/** What a page sends with requests that it makes while nobody touches it. */
const UNATTENDED = "x-scoring-unattended";

/** Returns whether a request shows that a person uses the page. */
export function isAttended(request: Request, path: string): boolean {
  return path !== EVENT_STREAM_PATH && !request.headers.has(UNATTENDED);
}
