/** Works out flow continuity again where a developer's activity changed. */
import type { Database } from "../database/open.ts";
import { DAY, type Milliseconds } from "../vocabulary/units.ts";
import {
  type DeveloperWindow,
  readExtent,
  readPieces,
  readStalls,
  type StoredPiece,
} from "./activity-table.ts";
import { flowContinuity, flowParts } from "./flow.ts";
import { findStretches, type Stretch } from "./stretches.ts";
import { saveFlows } from "./table.ts";

/** Nobody works a whole day without a pause of a quarter of an hour, so no stretch reaches further. */
const LONGEST_STRETCH: Milliseconds = DAY;

/**
 * Sets the flow continuity of every sub-session that shares a stretch with the window.
 *
 * Takes: a transaction that has the new activity, and the time in which activity was added, moved or taken away.
 */
export async function refreshFlow(transaction: Database, changed: DeveloperWindow): Promise<void> {
  const near = await readPieces(transaction, widen(changed));
  const touched = new Set(findStretches(near).filter((stretch) => overlaps(stretch, changed)));
  const affected = near.filter((piece) => [...touched].some((stretch) => holds(stretch, piece)));
  const names = new Set(affected.map((piece) => piece.subSession));
  if (names.size === 0) return;
  const extent = await readExtent(transaction, [...names]);
  const window = widen({ ...changed, ...extent });
  const pieces = await readPieces(transaction, window);
  const stretches = findStretches(pieces, await readStalls(transaction, window));
  const own = Map.groupBy(
    pieces.filter((piece) => names.has(piece.subSession)),
    (piece) => piece.subSession,
  );
  const flows = new Map(
    [...own].map(([name, some]) => [name, flowContinuity(flowParts(some, stretches))?.fc ?? null]),
  );
  await saveFlows(transaction, flows);
}

function widen(window: DeveloperWindow): DeveloperWindow {
  return { ...window, from: window.from - LONGEST_STRETCH, to: window.to + LONGEST_STRETCH };
}

function overlaps(stretch: Stretch, window: DeveloperWindow): boolean {
  return stretch.start <= window.to && stretch.end >= window.from;
}

function holds(stretch: Stretch, piece: StoredPiece): boolean {
  return stretch.start <= piece.start && piece.end <= stretch.end;
}
