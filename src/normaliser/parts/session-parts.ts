/** Sessions without end are kept in parts: each part is put together and measured like a session of its own. */
import { partName, wholeName } from "../../vocabulary/held-name.ts";
import { isCapturedPrompt } from "../captured/read-captured.ts";
import { comparePlaces, type Place } from "../event.ts";
import type { Sighting } from "../sightings/sighting.ts";

/** A later part of a session, and the record with which it begins. */
export interface SessionPart {
  /** The name under which it is kept. */
  session: string;
  from: Place;
}

/** How much a part holds. */
export interface PartSize {
  /** In calls, each prompt as many as it costs. */
  size: number;
  /** The message in the stream up to which it was counted: records that are examined again are not counted twice. */
  countedTo: number;
}

/** What is known of sessions before a batch is examined. */
export interface KnownParts {
  parts: readonly SessionPart[];
  /** By the part's name. */
  sizes: ReadonlyMap<string, PartSize>;
}

/** A prompt becomes a turn with rows of its own, and costs as much as ten other things that happened. */
const PROMPT_SIZE = 10;

/**
 * A part takes no more sightings when it holds so much: 2,000 prompts, or 20,000 calls.
 *
 * @see docs/scoring.md, "Session"
 */
export const PART_SIZE = 2_000 * PROMPT_SIZE;

/** Finds the part of its session that each record belongs to. */
export class SessionParts {
  /** Parts that began with the records that were examined. */
  readonly begun: SessionPart[] = [];
  /** What was added to each part, by its name, and up to where. */
  readonly added = new Map<string, PartSize>();
  private readonly parts = new Map<string, SessionPart[]>();

  /**
   * Starts from what is known.
   *
   * @param known - parts and sizes of the sessions that the batch may hold
   * @param size - how much a part holds; infinite where records are examined again, which begins no part
   */
  constructor(
    private readonly known: KnownParts = { parts: [], sizes: new Map() },
    private readonly size: number = PART_SIZE,
  ) {
    for (const part of known.parts) this.partsOf(wholeName(part.session)).push(part);
    for (const parts of this.parts.values())
      parts.sort((left, right) => comparePlaces(left.from, right.from));
  }

  /**
   * Finds the part to which a record belongs; where the newest part is full, another begins with the record.
   *
   * @param whole - the session's name
   * @param place - the record's place in the stream
   * @returns the part's name: the session's own name for the first part
   */
  partAt(whole: string, place: Place): string {
    const parts = this.parts.get(whole) ?? [];
    const found = parts.findLast(({ from }) => comparePlaces(from, place) <= 0)?.session ?? whole;
    const isNewest = found === (parts.at(-1)?.session ?? whole);
    if (!isNewest || this.sizeOf(found) < this.size) return found;
    const session = partName(whole, parts.length + 1);
    if (session === null) return found;
    const part = { session, from: place };
    this.partsOf(whole).push(part);
    this.begun.push(part);
    return session;
  }

  /** Counts what a record adds to a part. */
  add(session: string, { sequence }: Place, sightings: readonly Sighting[]): void {
    if (sequence <= (this.known.sizes.get(session)?.countedTo ?? -1)) return;
    const size = sightings.reduce((sum, sighting) => sum + sizeOfOne(sighting), 0);
    const before = this.added.get(session) ?? { size: 0, countedTo: 0 };
    const countedTo = Math.max(before.countedTo, sequence);
    this.added.set(session, { size: before.size + size, countedTo });
  }

  private partsOf(whole: string): SessionPart[] {
    const parts = this.parts.get(whole) ?? [];
    this.parts.set(whole, parts);
    return parts;
  }

  private sizeOf(session: string): number {
    return (this.known.sizes.get(session)?.size ?? 0) + (this.added.get(session)?.size ?? 0);
  }
}

function sizeOfOne(sighting: Sighting): number {
  return sighting.kind === "prompt" || isCapturedPrompt(sighting) ? PROMPT_SIZE : 1;
}
