/** Divides the records of one session by its parts, where some of the parts are another person's. */
import { comparePlaces, type Place } from "../../../normaliser/event.ts";
import type { SessionPart } from "../../../normaliser/parts/session-parts.ts";
import { type SessionName, wholeName } from "../../../vocabulary/held-name.ts";

/** Answers whether the record at a place belongs to a part of the session that is somebody else's. */
export type IsOthersPart = (whole: SessionName, place: Place) => boolean;

/**
 * Finds whose part of a session a record is in.
 *
 * @param names - every name of sessions and parts that the records may belong to
 * @param theirs - the names that are the person's
 * @param parts - the later parts of those sessions
 */
export function partsOfOthers({
  names,
  theirs,
  parts,
}: {
  names: readonly SessionName[];
  theirs: readonly SessionName[];
  parts: readonly SessionPart[];
}): IsOthersPart {
  const personsParts = new Set(theirs);
  const ofSeveral = new Set(names.filter((name) => !personsParts.has(name)).map(wholeName));
  const later = Map.groupBy(
    parts.toSorted((left, right) => comparePlaces(left.from, right.from)),
    ({ session }) => wholeName(session),
  );
  return (whole, place) => {
    if (!ofSeveral.has(whole)) return false;
    const part = later.get(whole)?.findLast(({ from }) => comparePlaces(from, place) <= 0);
    return !personsParts.has(part?.session ?? whole);
  };
}
