/** Edits that have been decided, and how many of them were kept. */
import type { Event } from "../../normaliser/event.ts";
import { type PathIndex, rememberPath } from "../../turns/files.ts";
import type { Turn } from "../../turns/turn.ts";
import { isGenerated } from "../../turns/wording/paths.ts";
import { editedFiles, type ToolReading } from "../../turns/work.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import type { Retention } from "./retention.ts";
import {
  addRevert,
  type Commit,
  goBackTo,
  type LaterReverts,
  nearestRevert,
  noLaterReverts,
} from "./reverts.ts";

/** The best evidence for an edit: decisions only, later edits as well, or commits too. */
export type RetentionTier = "decisions" | "survival" | "commit";

/** Counts of edits; an edit is a call and a file. */
export interface EditCount extends Retention {
  /** Decided edits, and undecided edits. */
  known: number;
  /** Lines that the decided edits added by hand, as far as the agent reports them, and those of them that were kept. */
  lines: number;
  keptLines: number;
  /** null where no edit is decided. */
  tier: RetentionTier | null;
}

/**
 * Counts a session's edits by turn.
 *
 * @param turns - All turns of the session, and the indexes of its repair turns.
 * @returns No entry for a turn without edits.
 * @see docs/scoring.md, "QR".
 */
export function countEdits(turns: readonly Turn[], repairs: ReadonlySet<number>): Map<number, EditCount> {
  const future = futureAtTheEnd(turns);
  const counts = new Map<number, EditCount>();
  // From the last turn to the first, so that the fate of each edit is already known.
  for (const turn of turns.toReversed()) {
    const edits: Edit[] = [];
    const judged: Judged[] = [];
    for (const reading of turn.toolReadings.toReversed()) {
      const moment = { turn: turn.index, at: reading.call.at };
      const { reverts: paths, revertedCommits: commits } = reading;
      // A committed edit is final: a later repair concerns what came after it.
      if (goBackTo(future.reverts, moment.at)) future.repaired.clear();
      if (paths !== null) addRevert(future.reverts, { ...moment, paths, commits });
      for (const edit of editsOf(reading, { moment, future })) {
        edits.push(edit);
        judged.push(judge(edit, future));
      }
    }
    if (judged.length > 0) counts.set(turn.index, count(judged));
    // Only now, because the agent's own second edit of a file in the same turn decides nothing.
    for (const edit of edits) remember(future, edit, repairs.has(turn.index));
  }
  return counts;
}

/** Adds counts up; the best tier of any of them is that of all. */
export function addEditCounts(counts: readonly EditCount[]): EditCount {
  return {
    known: counts.reduce((total, each) => total + each.known, 0),
    edits: counts.reduce((total, each) => total + each.edits, 0),
    retained: counts.reduce((total, each) => total + each.retained, 0),
    lines: counts.reduce((total, each) => total + each.lines, 0),
    keptLines: counts.reduce((total, each) => total + each.keptLines, 0),
    tier: TIERS.find((tier) => counts.some((each) => each.tier === tier)) ?? null,
  };
}

const TIERS: readonly RetentionTier[] = ["commit", "survival", "decisions"];
const TURNS_TO_SURVIVE = 10;
const TIME_TO_SURVIVE: Milliseconds = DAY;

/** When something happened. */
interface Moment {
  turn: number;
  at: Instant;
}

/** One file of one call that edits. */
interface Edit extends Moment {
  /** null when the agent withholds it. */
  path: string | null;
  /** A person's decision; null when nobody was asked. */
  verdict: "accept" | "reject" | null;
  /** Lines that it added by hand; 0 where the agent does not report them. */
  lines: number;
}

/** What happens in a session after a moment. */
interface Future {
  lastTurn: number;
  /** A person's decisions by call. */
  verdicts: Map<string, "accept" | "reject">;
  reverts: LaterReverts;
  paths: PathIndex;
  /** The nearest edit of each file in a later turn, and the nearest in a later repair turn. */
  edited: Map<string, Moment>;
  repaired: Map<string, Moment>;
}

function futureAtTheEnd(turns: readonly Turn[]): Future {
  const { reported, counted } = commitsIn(turns);
  return {
    lastTurn: turns.at(-1)?.index ?? 0,
    verdicts: verdictsIn(turns),
    // a counter's commits come up to a minute late, so they count only where no command shows any
    reverts: noLaterReverts(reported.length > 0 ? reported : counted),
    paths: new Map(),
    edited: new Map(),
    repaired: new Map(),
  };
}

/** A session's commits by time: those that commands show, and those that a counter reports. */
interface Commits {
  reported: readonly Commit[];
  counted: readonly Commit[];
}

function commitsIn(turns: readonly Turn[]): Commits {
  const reported = turns.flatMap((turn) => turn.toolReadings.filter((reading) => reading.commit));
  const counted = turns.flatMap((turn) => turn.events.filter(isCommitted));
  return {
    reported: byTime(reported.map(({ call }) => ({ at: call.at, output: call.outputTail }))),
    counted: byTime(counted.map(({ at }) => ({ at, output: null }))),
  };
}

function byTime(commits: readonly Commit[]): Commit[] {
  return commits.toSorted((left, right) => left.at - right.at);
}

function isCommitted(event: Event): boolean {
  return event.kind === "landed" && event.what === "commit";
}

function verdictsIn(turns: readonly Turn[]): Future["verdicts"] {
  const verdicts: Future["verdicts"] = new Map();
  for (const event of turns.flatMap((turn) => turn.events)) {
    if (event.kind !== "decision" || event.by !== "person" || event.verdict === "interrupt") continue;
    verdicts.set(event.callId, event.verdict);
  }
  return verdicts;
}

/** An edit that failed or was refused by a rule wrote nothing to keep. */
function editsOf(reading: ToolReading, { moment, future }: { moment: Moment; future: Future }): Edit[] {
  const { call } = reading;
  const verdict = future.verdicts.get(call.callId) ?? null;
  if (!reading.edited && !(call.edits && verdict === "reject")) return [];
  return editedFiles(call).map(({ path, added }) => {
    const known = path === null ? null : rememberPath(future.paths, path);
    const lines = path !== null && isGenerated(path) ? 0 : (added ?? 0);
    return { ...moment, path: known, verdict, lines };
  });
}

interface Judged {
  retained: boolean;
  /** null while nothing has been decided on the edit. */
  tier: RetentionTier | null;
  lines: number;
}

function judge(edit: Edit, future: Future): Judged {
  const tier = tierOf(edit, future);
  const revert = nearestRevert(future.reverts, edit.path);
  const repaired = edit.path === null ? undefined : future.repaired.get(edit.path);
  const lost = edit.verdict === "reject" || isSoonAfter(edit, revert) || isSoonAfter(edit, repaired);
  return { retained: tier !== null && !lost, tier, lines: edit.lines };
}

/** Which evidence decides an edit; with an unknown path only a decision or a commit can. */
function tierOf(edit: Edit, future: Future): RetentionTier | null {
  const { path, verdict } = edit;
  if (future.reverts.nextCommit < future.reverts.commits.length) return "commit";
  const survival =
    path !== null &&
    (future.lastTurn - edit.turn >= TURNS_TO_SURVIVE ||
      future.edited.has(path) ||
      nearestRevert(future.reverts, path) !== undefined);
  if (survival) return "survival";
  return verdict === null ? null : "decisions";
}

function isSoonAfter(edit: Moment, later: Moment | undefined): boolean {
  if (later === undefined) return false;
  return later.turn - edit.turn <= TURNS_TO_SURVIVE && later.at - edit.at <= TIME_TO_SURVIVE;
}

function count(judged: readonly Judged[]): EditCount {
  return addEditCounts(
    judged.map(({ retained, tier, lines }) => ({
      known: 1,
      edits: tier === null ? 0 : 1,
      retained: retained ? 1 : 0,
      lines: tier === null ? 0 : lines,
      keptLines: retained ? lines : 0,
      tier,
    })),
  );
}

/** A rejected edit wrote nothing, so it is not a second change of a file. */
function remember(future: Future, edit: Edit, inRepairTurn: boolean): void {
  if (edit.path === null || edit.verdict === "reject") return;
  const moment = { turn: edit.turn, at: edit.at };
  future.edited.set(edit.path, moment);
  if (inRepairTurn) future.repaired.set(edit.path, moment);
}
