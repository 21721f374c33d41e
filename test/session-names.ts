/** Names of sessions in tests: any text, where nobody asks for the holder. */
import type { SessionName } from "../src/vocabulary/held-name.ts";

/** Takes a text for the name of a session. */
export function named(text: string): SessionName {
  return text as SessionName;
}
