/** Where a session works, and whether it moved to another repository or directory between two prompts. */
import type { Directory, Event } from "../../normaliser/event.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** One thing that says where the session works, as of the last look and as of now; null while unknown. */
interface Place {
  atLastLook: string | null;
  now: string | null;
}

/** What is known of the session's place. */
export interface Whereabouts {
  path: Place;
  repository: Place;
}

/** Nothing known yet. */
export function unknownWhereabouts(): Whereabouts {
  return { path: { atLastLook: null, now: null }, repository: { atLastLook: null, now: null } };
}

/** Adds the events up to a time; the first place that is named applies from the start. */
export function followMoves(
  whereabouts: Whereabouts,
  events: readonly Event[],
  upTo: Instant = Infinity,
): void {
  for (const event of events) {
    if (event.at > upTo) return;
    if (event.kind === "directory") follow(whereabouts, event);
  }
}

function follow({ path, repository }: Whereabouts, directory: Directory): void {
  moveTo(path, directory.path);
  moveTo(repository, directory.repository);
}

function moveTo(place: Place, to: string | null): void {
  if (to === null) return;
  place.now = to;
  place.atLastLook ??= to;
}

/** Whether the session moved since the last look. */
export function hasMoved({ path, repository }: Whereabouts): boolean {
  return path.now !== path.atLastLook || repository.now !== repository.atLastLook;
}

/** From here on, moves are compared with where the session is now. */
export function lookHere({ path, repository }: Whereabouts): void {
  path.atLastLook = path.now;
  repository.atLastLook = repository.now;
}
