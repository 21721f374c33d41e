/** Where one session is shown, and the raw records of a part of it. */

/** The part of a session that is shown first. */
export interface SessionView {
  /** The turn, by its index; null for the first one. */
  turn?: number | null;
  /** The index of the sub-session that the timeline shows; without it that is the whole session. */
  subSession?: number;
  /** The turn at which the conversation is opened; without it that is folded. */
  said?: number;
}

/** @param sessionId - The id as the agent gave it. */
export function sessionAddress(
  sessionId: string,
  { turn = null, subSession, said }: SessionView = {},
): string {
  const parameters = new URLSearchParams();
  if (turn !== null) parameters.set("turn", String(turn));
  if (subSession !== undefined) parameters.set("part", String(subSession + 1));
  if (said !== undefined) parameters.set("said", String(said));
  const path = `/sessions/${encodeURIComponent(sessionId)}`;
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** A part of a session: times in milliseconds, `to` not included; the turn that it is of, to lead back. */
export interface RecordsPart {
  from: number;
  to: number;
  turn: number | null;
}

/** The raw records of that part. */
export function recordsAddress(sessionId: string, { from, to, turn }: RecordsPart): string {
  const parameters = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  if (turn !== null) parameters.set("turn", String(turn));
  return `/sessions/${encodeURIComponent(sessionId)}/records?${parameters.toString()}`;
}
