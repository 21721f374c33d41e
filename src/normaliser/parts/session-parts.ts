/** Sessions without end are kept in parts: each part is put together and measured like a session of its own. */
import { type SessionName, partName, partNumber, wholeName } from "../../vocabulary/held-name.ts";
import type { StoredSignal } from "../../vocabulary/otlp.ts";
import { isCapturedPrompt } from "../captured/read-captured.ts";
import { comparePlaces, type Place } from "../event.ts";
import type { Sighting } from "../sightings/sighting.ts";

/** A later part of a session, and the record with which it begins. */
export interface SessionPart {
  /** The name under which it is kept. */
  session: SessionName;
  from: Place;
}

/** How much of one signal a part holds. */
export interface PartSize {
  /** The part's name. */
  session: SessionName;
  signal: StoredSignal;
  /** In calls, each prompt as many as it costs. */
  size: number;
  /**
   * The message in the stream up to which it was counted: records that are examined again are not counted twice. It is
   * kept for each signal, because joined objects of different signals do not end at the same message.
   */
  countedTo: number;
}

/** Where a record is: its place in the stream, and what the objects hold that it is in. */
export interface Whereabouts {
  place: Place;
  signal: StoredSignal;
}

/** What is known of sessions before a batch is examined. */
export interface KnownParts {
  parts: readonly SessionPart[];
  sizes: readonly PartSize[];
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
  private readonly addedTo = new Map<string, PartSize>();
  private readonly parts = new Map<SessionName, SessionPart[]>();
  /** By part, before and after the records. */
  private readonly sizes = new Map<SessionName, number>();
  /** By session and signal: up to where records were counted before. */
  private readonly countedTo = new Map<string, number>();

  /**
   * Starts from what is known.
   *
   * @param known - parts and sizes of the sessions that the batch may hold
   * @param size - how much a part holds; infinite where records are examined again, which begins no part
   */
  constructor(
    private readonly known: KnownParts = { parts: [], sizes: [] },
    private readonly size: number = PART_SIZE,
  ) {
    for (const part of known.parts) this.partsOf(wholeName(part.session)).push(part);
    for (const parts of this.parts.values())
      parts.sort((left, right) => comparePlaces(left.from, right.from));
    for (const { session, signal, size: held, countedTo } of known.sizes) {
      this.grow(session, held);
      const counted = keyOf(wholeName(session), signal);
      this.countedTo.set(counted, Math.max(countedTo, this.countedTo.get(counted) ?? 0));
    }
  }

  /** What was added to each part of each signal, and up to where. */
  get added(): PartSize[] {
    return [...this.addedTo.values()];
  }

  /**
   * Finds the part to which a record belongs; where the newest part is full, another begins with the record, unless
   * it was counted before: then the parts began that were to begin.
   *
   * @param whole - the session's name
   * @param at - where the record is
   * @returns the part's name: the session's own name for the first part
   */
  partAt(whole: SessionName, at: Whereabouts): SessionName {
    const { place } = at;
    const parts = this.parts.get(whole) ?? [];
    const found = parts.findLast(({ from }) => comparePlaces(from, place) <= 0)?.session ?? whole;
    const isNewest = found === (parts.at(-1)?.session ?? whole);
    if (!isNewest || !this.isFull(found) || this.isCounted(whole, at)) return found;
    const session = nameAfter(whole, parts);
    if (session === null) return found;
    const part = { session, from: place };
    this.partsOf(whole).push(part);
    this.begun.push(part);
    return session;
  }

  /** Counts what a record adds to a part. */
  add(session: SessionName, at: Whereabouts, sightings: readonly Sighting[]): void {
    if (this.isCounted(wholeName(session), at)) return;
    const { signal, place } = at;
    const size = sightings.reduce((sum, sighting) => sum + sizeOfOne(sighting), 0);
    this.grow(session, size);
    const before = this.addedTo.get(keyOf(session, signal)) ?? { size: 0, countedTo: 0 };
    const countedTo = Math.max(before.countedTo, place.sequence);
    this.addedTo.set(keyOf(session, signal), { session, signal, size: before.size + size, countedTo });
  }

  /**
   * Makes the parts for looking at the same records once more, now that it is known where parts begin.
   *
   * Objects are read one after the other: what came before the record with which a part begins may be after it in
   * the stream, and then belongs to that part.
   *
   * @returns parts to which nothing was added; the same ones began, and no other will
   */
  again(): SessionParts {
    const known = { parts: [...this.known.parts, ...this.begun], sizes: this.known.sizes };
    const again = new SessionParts(known, Infinity);
    again.begun.push(...this.begun);
    return again;
  }

  private isCounted(whole: SessionName, { place, signal }: Whereabouts): boolean {
    return place.sequence <= (this.countedTo.get(keyOf(whole, signal)) ?? -1);
  }

  private isFull(session: SessionName): boolean {
    return (this.sizes.get(session) ?? 0) >= this.size;
  }

  private grow(session: SessionName, size: number): void {
    this.sizes.set(session, size + (this.sizes.get(session) ?? 0));
  }

  private partsOf(whole: SessionName): SessionPart[] {
    const parts = this.parts.get(whole) ?? [];
    this.parts.set(whole, parts);
    return parts;
  }
}

/**
 * Returns a name after the highest, for a purge may have taken some of the others away; null when none is
 * left.
 */
function nameAfter(whole: SessionName, parts: readonly SessionPart[]): SessionName | null {
  return partName(whole, 1 + Math.max(0, ...parts.map(({ session }) => partNumber(session))));
}

function keyOf(session: SessionName, signal: StoredSignal): string {
  return `${signal} ${session}`;
}

function sizeOfOne(sighting: Sighting): number {
  return sighting.kind === "prompt" || isCapturedPrompt(sighting) ? PROMPT_SIZE : 1;
}
