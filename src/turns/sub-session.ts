/** A run of turns of one session with one purpose, and its totals. */
import { derivedId } from "../vocabulary/hash.ts";
import { DAY, type Instant, type Milliseconds, MINUTE } from "../vocabulary/units.ts";
import { beginningOf } from "../vocabulary/wording/beginning.ts";
import { countWritten } from "./files.ts";
import type { Outcome } from "./outcomes/outcome-kind.ts";
import { sizeOf, type WorkDone } from "./size.ts";
import type { Boundary, TurnRun } from "./boundaries/split.ts";
import { isNonTrivial, type Turn } from "./turn.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** How final a sub-session is: still going on, closed for now, or closed. */
export type SubSessionState = "open" | "provisional" | "closed";

export interface SubSession {
  /** From the organization, the session and the first prompt's record, so that a rebuild finds it again. */
  id: string;
  /** Counts from 0 within the session. */
  index: number;
  firstTurn: number;
  lastTurn: number;
  startedAt: Instant;
  endedAt: Instant;
  /** The beginning of the first prompt in one line; null when it is withheld. */
  title: string | null;
  size: number;
  /** 0 to 8. */
  bucket: number;
  outcome: Outcome;
  /** Whether it is counted in scores. */
  scoreable: boolean;
  boundary: Boundary;
  state: SubSessionState;
  /** When it was closed for good: at the next boundary, or a day after the session's newest record; null before. */
  closedAt: Instant | null;
  /** Files that edits wrote, generated ones left out. */
  filesTouched: number;
  addedLines: number;
  removedLines: number;
  toolCalls: number;
  nonTrivialTurns: number;
  turns: readonly Turn[];
}

/** What a sub-session is made of in addition to its own turns. */
export interface Making {
  organization: string;
  session: SessionName;
  index: number;
  outcome: Outcome;
  state: SubSessionState;
  closedAt: Instant | null;
  linesFrom: LinesFrom;
}

/** Where a session's lines are reported: by its tool calls, or only by a metric. */
export type LinesFrom = "calls" | "metric";

/** Whether a sub-session was made of the same, in a session whose lines are reported in the same place. */
export function isMadeOf({ turns, boundary }: TurnRun, making: Making, known: SubSession): boolean {
  const { index, outcome, state, closedAt } = making;
  return (
    known.turns === turns &&
    known.index === index &&
    known.outcome === outcome &&
    known.state === state &&
    known.closedAt === closedAt &&
    Bun.deepEquals(known.boundary, boundary)
  );
}

/** Makes a sub-session of a run of turns. */
export function makeSubSession({ turns, boundary }: TurnRun, making: Making): SubSession {
  const { organization, session, index, outcome, state, closedAt } = making;
  const work = workOf(turns, making.linesFrom);
  return {
    ...namesOf(turns, { organization, session }),
    index,
    ...rangeOf(turns),
    outcome,
    scoreable: isScoreable(turns, work),
    boundary,
    state,
    closedAt,
    ...work,
    ...sizeOf(work),
    nonTrivialTurns: turns.filter(isNonTrivial).length,
    turns,
  };
}

function namesOf(
  turns: readonly Turn[],
  { organization, session }: { organization: string; session: SessionName },
): Pick<SubSession, "id" | "title"> {
  const prompt = turns.find((turn) => turn.prompt !== null)?.prompt ?? null;
  const first = prompt ?? turns[0]?.events[0];
  const text = prompt?.text ?? null;
  return {
    id: derivedId(organization, session, first?.id ?? ""),
    title: text === null ? null : titleFrom(text),
  };
}

function rangeOf(
  turns: readonly Turn[],
): Pick<SubSession, "firstTurn" | "lastTurn" | "startedAt" | "endedAt"> {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) throw new Error("BUG: a sub-session without turns");
  const endedAt = turns.reduce((end, turn) => Math.max(end, turn.endedAt), first.endedAt);
  return { firstTurn: first.index, lastTurn: last.index, startedAt: first.startedAt, endedAt };
}

function workOf(turns: readonly Turn[], linesFrom: Making["linesFrom"]): WorkDone {
  const written = countWritten(
    turns.flatMap((turn) => turn.toolReadings),
    "by_hand",
  );
  const lines = linesFrom === "calls" ? written : linesOfMetric(turns);
  return {
    filesTouched: written.filesTouched,
    addedLines: lines.addedLines ?? 0,
    removedLines: lines.removedLines ?? 0,
    toolCalls: turns.reduce((count, turn) => count + turn.tools, 0),
  };
}

function linesOfMetric(turns: readonly Turn[]): { addedLines: number; removedLines: number } {
  const points = turns.flatMap((turn) => turn.events.filter((event) => event.kind === "lines"));
  return {
    addedLines: points.reduce((total, point) => total + point.added, 0),
    removedLines: points.reduce((total, point) => total + point.removed, 0),
  };
}

/** More than any page has room for in a line: pages cut titles where their room ends. */
const TITLE_CHARS = 200;

/** Says that something follows, and nothing of what it is. */
const FOLLOWS = /^next(?:\s*[:,]|\s+[–-])\s+(?=\S)/iu;

/** The beginning of a text in one line, without "Next:"; null for one without a letter in it. */
export function titleFrom(text: string): string | null {
  const whole = text.replace(/\s+/g, " ").trim();
  const rest = whole.replace(FOLLOWS, "");
  const line = rest === whole ? whole : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
  return line === "" ? null : beginningOf(TITLE_CHARS, line);
}

/**
 * Whether it is counted: a call may have worked, and the work has some size.
 *
 * @see docs/scoring.md, "Scoreable".
 */
function isScoreable(turns: readonly Turn[], work: WorkDone): boolean {
  if (!turns.some((turn) => turn.calls + turn.unknownCalls > 0)) return false;
  return (
    turns.filter(isNonTrivial).length >= 2 ||
    work.toolCalls >= 5 ||
    work.addedLines + work.removedLines >= 10 ||
    turns.some((turn) => turn.toolReadings.some((reading) => reading.changes))
  );
}

const PROVISIONAL_AFTER: Milliseconds = 30 * MINUTE;
const CLOSED_AFTER: Milliseconds = DAY;

/**
 * Returns how final a session's last sub-session is; earlier ones are closed.
 *
 * @returns The state, when the passing of time changes it, and when it was closed; each null when it never does,
 *   or was.
 * @see docs/scoring.md, "Sub-session boundaries": idle.
 * @param newestRecordAt - The time of the session's newest record.
 */
export function stateOfLast(
  newestRecordAt: Instant,
  now: Instant,
): Pick<SubSession, "state" | "closedAt"> & { lookAgainAt: Instant | null } {
  const provisionalAt = newestRecordAt + PROVISIONAL_AFTER;
  const closedAt = newestRecordAt + CLOSED_AFTER;
  if (now < provisionalAt) return { state: "open", closedAt: null, lookAgainAt: provisionalAt };
  if (now < closedAt) return { state: "provisional", closedAt: null, lookAgainAt: closedAt };
  return { state: "closed", closedAt, lookAgainAt: null };
}
