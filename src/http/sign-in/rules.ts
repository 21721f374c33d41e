/** How people may sign in, and for how long, as the settings have it. */

/** What the owner allows. */
export interface SignInRules {
  /** How long a sign-in holds, at the longest. */
  hours: number;
  /** How long it holds without being used; null for no limit. */
  idleHours: number | null;
  /** Whether a key signs in. */
  withKey: boolean;
}
