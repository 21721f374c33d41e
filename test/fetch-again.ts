/** Asks a server again for as long as a busy machine lets it answer 503, as senders do. */
import { eventuallyAnswered } from "./eventually.ts";

/** @param init - With a body that can be sent again. */
export function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  return eventuallyAnswered(async () => {
    const answer = await fetch(url, init);
    return answer.status === 503 ? null : answer;
  });
}
