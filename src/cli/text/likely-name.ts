/** The name that a person probably meant. */
import { nearestName } from "../../settings/names.ts";

/**
 * The known name that begins with what was given, or else one that few typing errors lead to.
 *
 * @returns null when no name is like it: a wrong guess is worse than none.
 */
export function likelyName(given: string, known: readonly string[]): string | null {
  const text = given.toLowerCase();
  const longer = known.find((name) => text.length >= 2 && name.startsWith(text));
  if (longer !== undefined) return longer;
  const errors = Math.max(1, Math.floor(text.length / 3));
  return nearestName(text, known, errors);
}

/** What follows a complaint about an unknown name; nothing when no name is likely. */
export function didYouMean(name: string | null): string {
  return name === null ? "" : `; did you mean ${name}?`;
}
