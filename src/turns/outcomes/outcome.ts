/** The outcome of a sub-session: reached, partial, abandoned or unknown. */
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { namedPaths } from "../wording/paths.ts";
import { endingOf } from "./ending.ts";
import { findPath, type PathIndex, rememberPath, writtenPaths } from "../files.ts";
import type { Outcome } from "./outcome-kind.ts";
import { keptWork } from "./kept-work.ts";
import { hasLanded, type Turn } from "../turn.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";

/** How long after the end a resumption still counts as one. */
const RESUMPTION: Milliseconds = DAY;

/** An outcome, and when the passing of time may change it. */
export interface Judged {
  outcome: Outcome;
  lookAgainAt: Instant | null;
}

/**
 * Returns the outcomes of all sub-sessions of a session.
 *
 * @see docs/scoring.md, "Outcome".
 * @remarks Takes the turns of each sub-session, in order, and the time it is now: that nobody came back is
 *   known only after 24 hours.
 */
export function judgeOutcomes(runs: readonly (readonly Turn[])[], now: Instant): Judged[] {
  const mentions = noMentions();
  let nextTurnAt: Instant | null = null;
  const judged: Judged[] = [];
  // From the last to the first, so that what comes later is known already.
  for (const turns of runs.toReversed()) {
    judged.push(judgeOutcome(turns, { mentions, nextTurnAt, now }));
    mentions.unread.push(turns);
    nextTurnAt = turns[0]?.startedAt ?? nextTurnAt;
  }
  return judged.toReversed();
}

/** What is known of the time after a sub-session. */
interface Aftermath {
  mentions: Mentions;
  nextTurnAt: Instant | null;
  now: Instant;
}

function judgeOutcome(turns: readonly Turn[], { mentions, nextTurnAt, now }: Aftermath): Judged {
  const until = endOf(turns) + RESUMPTION;
  const shown = shownOutcome(turns) ?? (isTakenUpAgain(turns, { mentions, until }) ? "partial" : null);
  if (shown !== null) return { outcome: shown, lookAgainAt: null };
  const resumed = nextTurnAt !== null && nextTurnAt <= until;
  if (resumed || !isLeft(turns)) return { outcome: "unknown", lookAgainAt: null };
  return now < until
    ? { outcome: "unknown", lookAgainAt: until }
    : { outcome: "abandoned", lookAgainAt: null };
}

/** What its own commits, reverts and tests show; null when they show nothing. */
const shownOutcome = perObject((turns: readonly Turn[]): "reached" | "abandoned" | "partial" | null => {
  if (turns.some(hasLanded)) return "reached";
  const { changed, kept, test } = keptWork(turns);
  if (changed && !kept) return "abandoned";
  if (test === null) return null;
  return test === "passed" ? "reached" : "partial";
});

function endOf(turns: readonly Turn[]): Instant {
  return turns.reduce((end, turn) => Math.max(end, turn.endedAt), -Infinity);
}

/** Only failed calls, or the work stopped at a bad moment. */
const isLeft = perObject((turns: readonly Turn[]): boolean => {
  const calls = turns.reduce((count, turn) => count + turn.calls + turn.unknownCalls, 0);
  const failed = turns.reduce((count, turn) => count + turn.failedCalls, 0);
  return (failed > 0 && calls === 0) || endingOf(turns) !== "other";
});

/** For each path the earliest time at which a later sub-session names or writes it. */
interface Mentions {
  paths: PathIndex;
  times: Map<string, Instant>;
  /** Later sub-sessions that nobody has asked about yet, the last first. */
  unread: (readonly Turn[])[];
}

function noMentions(): Mentions {
  return { paths: new Map(), times: new Map(), unread: [] };
}

function isTakenUpAgain(
  turns: readonly Turn[],
  { mentions, until }: { mentions: Mentions; until: Instant },
): boolean {
  const written = turns.flatMap((turn) => writtenPaths(turn.toolReadings));
  if (written.length === 0) return false;
  for (const later of mentions.unread.splice(0)) rememberMentions(mentions, later);
  return written.some((path) => {
    const known = findPath(mentions.paths, path);
    return known !== null && (mentions.times.get(known) ?? Infinity) <= until;
  });
}

function rememberMentions({ paths, times }: Mentions, turns: readonly Turn[]): void {
  const remember = (path: string, at: Instant) => {
    const known = rememberPath(paths, path);
    times.set(known, at);
  };
  for (const turn of turns.toReversed()) {
    for (const reading of turn.toolReadings.toReversed()) {
      for (const path of writtenPaths([reading])) remember(path, reading.call.at);
    }
    if (turn.text !== null) for (const path of namedPaths(turn.text)) remember(path, turn.startedAt);
  }
}
