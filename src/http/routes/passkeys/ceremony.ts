/** What both ceremonies of passkeys need: registering one, and signing in with one. */
import type { Challenges } from "../../../identity/passkeys/challenges.ts";

/** What these routes need in addition to what every route has. */
export interface PasskeyParts {
  challenges: Challenges;
  publicUrl: string | null;
}

/** What is said of a challenge that is not known. */
export const STALE = "This took longer than five minutes, or was sent twice. Start again.";
