/** Computes flow continuity again where a developer's activity changed. */
import type { Database } from "../../database/open.ts";
import { DAY, type Instant, type Milliseconds, type Score } from "../../vocabulary/units.ts";
import { type DetailedWait, mayBeStall } from "../../stalls/error-stall.ts";
import { type ActivePiece, flowOf, HABIT_MS, waitsThatMatter } from "./activity.ts";
import { type DeveloperWindow, readExtent, readPieces, readWaits } from "./activity-table.ts";
import { findStretches, LONGEST_PAUSE, type Stretch } from "./stretches.ts";

/** Flow reaches 100 long before a day; work further away changes nothing. */
const LONGEST_STRETCH: Milliseconds = DAY;

/** A sub-session and its flow continuity. */
type NamedFlow = readonly [name: string, flow: Score];

/**
 * Computes the flow continuity of every sub-session that the activity of these windows may affect.
 *
 * @param transaction - A transaction that has the new activity, and for each developer the time in which
 *   activity was added, moved or taken away.
 * @returns The same values whatever order a developer's sessions became known in; no entry for a sub-session
 *   without a piece.
 */
export async function readFlowsAround(
  transaction: Database,
  windows: readonly DeveloperWindow[],
): Promise<Map<string, Score>> {
  const flows: NamedFlow[] = [];
  for (const window of windows) flows.push(...(await flowsAround(transaction, window)));
  return new Map(flows);
}

async function flowsAround(transaction: Database, window: DeveloperWindow): Promise<NamedFlow[]> {
  const waited = { ...window, from: window.from - 2 * LONGEST_STRETCH, to: window.to + HABIT_MS };
  const waits = await readWaits(transaction, waited);
  const changed = withWaitsAfter(window, waits);
  const read = widen(changed, 2 * LONGEST_STRETCH);
  const wide = await readPieces(transaction, read);
  const near = startingIn(wide, widen(changed, LONGEST_STRETCH));
  const touched = findStretches(near).filter((stretch) => overlaps(stretch, widen(changed, LONGEST_PAUSE)));
  const affected = near.filter((piece) => touched.some((stretch) => holds(stretch, piece)));
  if (affected.length === 0) return [];
  return flowsOf(transaction, affected, { ...read, pieces: wide, waits, waitsUntil: waited.to });
}

/** A developer's pieces of some time, and the waits from its beginning to another end. */
interface ReadActivity extends DeveloperWindow {
  pieces: readonly ActivePiece[];
  waits: readonly DetailedWait[];
  waitsUntil: Instant;
}

function startingIn(pieces: readonly ActivePiece[], { from, to }: DeveloperWindow): ActivePiece[] {
  return pieces.filter(({ start }) => start >= from && start < to);
}

async function flowsOf(
  transaction: Database,
  affected: readonly ActivePiece[],
  read: ReadActivity,
): Promise<NamedFlow[]> {
  const { organization, developer } = read;
  const names = new Set(affected.map((piece) => piece.subSession));
  const extent = await readExtent(transaction, organization, affected);
  const window = widen({ organization, developer, ...extent }, LONGEST_STRETCH);
  const isWanted = (subSession: string): boolean => names.has(subSession);
  const { pieces, waits: known } = await activityIn(transaction, window, read);
  const waits = waitsThatMatter({ pieces, waits: known }, isWanted);
  const [first] = waits;
  const habit =
    first === undefined ? [] : await readPieces(transaction, { ...window, from: first.failedAt - HABIT_MS });
  return [...flowOf({ pieces, waits, habit }, isWanted)];
}

/** Nearly always all of it was read before. */
async function activityIn(
  transaction: Database,
  window: DeveloperWindow,
  { pieces, waits, from, to, waitsUntil }: ReadActivity,
): Promise<Pick<ReadActivity, "pieces" | "waits">> {
  const [isRead, areWaitsRead] = [to, waitsUntil].map((end) => from <= window.from && window.to <= end);
  const beginsIn = ({ failedAt }: DetailedWait) => failedAt >= window.from && failedAt < window.to;
  return {
    pieces: isRead === true ? startingIn(pieces, window) : await readPieces(transaction, window),
    waits: areWaitsRead === true ? waits.filter(beginsIn) : await readWaits(transaction, window),
  };
}

/** Pauses of two weeks define the usual pause, so a change here changes how much of a later wait was a stall. */
function withWaitsAfter(window: DeveloperWindow, waits: readonly DetailedWait[]): DeveloperWindow {
  const after = waits.filter((wait) => wait.failedAt >= window.from && mayBeStall(wait));
  return { ...window, to: Math.max(window.to, ...after.map(({ recoveredAt }) => recoveredAt)) };
}

function widen(window: DeveloperWindow, by: Milliseconds): DeveloperWindow {
  return { ...window, from: window.from - by, to: window.to + by };
}

function overlaps(stretch: Stretch, window: DeveloperWindow): boolean {
  return stretch.start <= window.to && stretch.end >= window.from;
}

function holds(stretch: Stretch, piece: ActivePiece): boolean {
  return stretch.start <= piece.start && piece.end <= stretch.end;
}
