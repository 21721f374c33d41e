/**
 * What one record says by itself, kept until its session is put together.
 *
 * A dialect works in two steps. `read` looks at a single record and runs once, when the record arrives.
 * `settle` looks at all of a session's sightings in order and runs each time the session is assembled; it turns
 * what needs neighbours (a duration between two records, a twin, a cumulative counter) into canonical events.
 * So records may arrive late, twice or in any order.
 */
import type { Event, Origin } from "../event.ts";
import type { TelemetryRecord } from "../records/record.ts";
import type { AgentSessionId, SessionName } from "../../vocabulary/held-name.ts";

/** A fact that is no event yet and that only its own dialect understands. */
export interface Clue extends Origin {
  kind: "clue";
  name: string;
  facts: Readonly<Record<string, string | number | boolean | null>>;
}

export type Sighting = Event | Clue;

/** Sightings of one record, and the session they belong to: its id, until it is known who holds it. */
export interface Reading<Session extends AgentSessionId | SessionName = AgentSessionId> {
  /** null when the record does not say; then its trace's session, or its instance's only one, is it. */
  session: Session | null;
  traceId: string | null;
  /** `service.instance.id`, for agents whose records have no session; else null. */
  instance: string | null;
  sightings: Sighting[];
}

/** How one agent's records are understood. Nothing outside `dialects/` asks which agent it was. */
export interface Dialect {
  /** True for an agent that holds conversations with itself which only the prompts of others give away. */
  talksToItself?: true;
  /** True for an agent some of whose records are about another session than the one they name. */
  tellsOfNeighbours?: true;
  /** Returns null for a record that scoring does not use and that names no session. */
  read(record: TelemetryRecord): Reading | null;
  /**
   * Returns its events in the same order.
   *
   * @param sightings - The session's sightings, each once, by time then place.
   */
  settle(sightings: readonly Sighting[]): Event[];
  /**
   * Returns the person's words in it; absent where the agent puts nothing around them.
   *
   * @param text - A prompt as it is sent.
   */
  wordsOf?(text: string): string;
}
