/** Which sub-session is unfolded, and which of its turns is looked at; both are in the address. Pure. */

/** What is unfolded. */
export interface Opened {
  subSessionId: string;
  /** null: the first one. */
  turn: number | null;
}

/**
 * Returns null when nothing is unfolded.
 *
 * @param parameter - The parameter of the address.
 */
export function readOpened(parameter: string | null): Opened | null {
  const found = parameter?.split("~");
  const turn = found?.pop() ?? "";
  if (found === undefined || found.length === 0) return null;
  return { subSessionId: found.join("~"), turn: /^\d+$/.test(turn) ? Number(turn) : null };
}

/** The parameter of the address. */
export function writeOpened({ subSessionId, turn }: Opened): string {
  return `${subSessionId}~${turn ?? ""}`;
}
