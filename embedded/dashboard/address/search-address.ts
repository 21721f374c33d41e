/** Where everything that has some words is shown, and where one thing that was found is. */
import { promptAddress } from "./prompt-address.ts";
import { sessionAddress } from "./session-address.ts";

/** @param q - The words as they were typed. */
export function searchAddress(q: string): string {
  return `/search?${new URLSearchParams({ q }).toString()}`;
}

/** A prompt has a page of its own; anything else is shown with its session. */
export function hitAddress({ promptId, sessionId }: { promptId: string | null; sessionId: string }): string {
  return promptId === null ? sessionAddress(sessionId) : promptAddress(promptId);
}
