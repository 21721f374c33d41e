/** Where one session is shown, and the raw records of a part of it. */

/** Takes: the id as the agent gave it; the turn to open with. */
export function sessionAddress(sessionId: string, turn: number | null = null): string {
  const path = `/sessions/${encodeURIComponent(sessionId)}`;
  return turn === null ? path : `${path}?turn=${turn}`;
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
