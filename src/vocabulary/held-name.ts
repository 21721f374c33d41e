/** Names of sessions, traces and instances: their ids alone collide, by chance or because somebody wants them to. */

/** Hexadecimal digits that stand for whoever holds it. */
export const HOLDER_LENGTH = 16;

/** Where the id begins in a name, as SQL counts. */
export const ID_POSITION = HOLDER_LENGTH + 2;

/**
 * The name of what a holder sent under an id.
 *
 * Takes: a holder as `readHolders` gives it, and the id as the agent sent it.
 */
export function heldName(holder: string, id: string): string {
  return `${holder}:${id}`;
}

/** The id as the agent sent it. */
export function idIn(name: string): string {
  return name.slice(HOLDER_LENGTH + 1);
}

/** Who holds what has this name. */
export function holderIn(name: string): string {
  return name.slice(0, HOLDER_LENGTH);
}
