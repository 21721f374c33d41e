/** Where everything that has some words is shown, and where one thing that was found is. */
import type { SearchHit } from "../api/search.ts";
import { promptAddress } from "./prompt-address.ts";
import { sessionAddress } from "./session-address.ts";

/** @param q - The words as they were typed. */
export function searchAddress(q: string): string {
  return `/search?${new URLSearchParams({ q }).toString()}`;
}

/** A prompt has a page of its own; anything else is shown with its session, an answer in the conversation. */
export function hitAddress({
  kind,
  promptId,
  sessionId,
  turnIndex,
}: Pick<SearchHit, "kind" | "promptId" | "sessionId" | "turnIndex">): string {
  if (kind === "prompt" && promptId !== null) return promptAddress(promptId);
  return sessionAddress(sessionId, turnIndex === null ? {} : { said: turnIndex });
}
