/** What of a session's beginning its end could still change: while it touches none of that, the beginning stays. */
import type { Sighting } from "../../normaliser/sightings/sighting.ts";
import { linksPaths, notePath, type PathIndex, writtenPaths } from "../../turns/files.ts";
import { RESUMPTION } from "../../turns/outcomes/outcome.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import type { Turn } from "../../turns/turn.ts";
import { editedFiles } from "../../turns/work.ts";
import { namedPaths } from "../../turns/wording/paths.ts";
import { isSamePath } from "../../turns/wording/paths.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** What an end touches when it changes the beginning. */
export interface Reach {
  /** Traces of the beginning's prompts: work in them belongs to these, and with another prompt to none. */
  traces: Set<string>;
  /** Tool calls and prompts of which the beginning tells: what is said of them later is joined to it. */
  named: Set<string>;
  /** All paths that are named or written before the end. */
  paths: PathIndex;
  /** What sub-sessions have written of which nobody knows yet whether they are taken up again. */
  left: LeftFile[];
}

interface LeftFile {
  path: string;
  until: Milliseconds;
}

/** A piece of a session's beginning. */
export interface Beginning {
  sightings: readonly Sighting[];
  turns: readonly Turn[];
  subSessions: readonly SubSession[];
  /** The turns behind it that stay as they are, too. */
  settledTurns: readonly Turn[];
  /** When those end. */
  settledUntil: Milliseconds;
}

/** What a piece of a session's beginning holds out to its end. */
export function reachOf({ sightings, turns, subSessions, settledTurns, settledUntil }: Beginning): Reach {
  const prompts = turns.flatMap(({ events }) => events.filter(({ kind }) => kind === "prompt"));
  const paths: PathIndex = new Map();
  for (const { path } of [...turns, ...settledTurns].flatMap(mentionsIn)) notePath(paths, path);
  return {
    traces: new Set(prompts.flatMap(({ traceId }) => traceId ?? [])),
    named: new Set(sightings.flatMap(namesIn)),
    paths,
    left: subSessions.flatMap(filesLeft).filter(({ until }) => until >= settledUntil),
  };
}

/** Adds what a further piece holds out. */
export function extendReach(reach: Reach, more: Reach, settledUntil: Milliseconds): void {
  for (const trace of more.traces) reach.traces.add(trace);
  for (const name of more.named) reach.named.add(name);
  for (const path of [...more.paths.values()].flat()) notePath(reach.paths, path);
  reach.left = [...reach.left.filter(({ until }) => until >= settledUntil), ...more.left];
}

/** The end of a session, as it is now. */
export interface End {
  sightings: readonly Sighting[];
  turns: readonly Turn[];
  /** Those behind the settled ones. */
  openTurns: readonly Turn[];
}

/** Whether the end touches what pieces of the beginning hold out. */
export function touches({ sightings, turns, openTurns }: End, pieces: readonly Reach[]): boolean {
  return (
    turns.some(({ events }) =>
      events.some(({ traceId }) => traceId !== null && isTraceOf(pieces, traceId)),
    ) ||
    sightings.some((sighting) => namesIn(sighting).some((name) => isNamed(pieces, name))) ||
    openTurns.flatMap(mentionsIn).some((mention) => isMentionOf(pieces, mention))
  );
}

function isTraceOf(pieces: readonly Reach[], traceId: string): boolean {
  return pieces.some(({ traces }) => traces.has(traceId));
}

function isNamed(pieces: readonly Reach[], name: string): boolean {
  return pieces.some(({ named }) => named.has(name));
}

/** The ids by which records of one call, or of one prompt, are joined. */
function namesIn(sighting: Sighting): string[] {
  switch (sighting.kind) {
    case "tool_call":
    case "decision":
      return [sighting.callId];
    case "prompt":
      return sighting.promptId === null ? [] : [sighting.promptId];
    case "clue":
      return [sighting.facts["callId"], sighting.facts["promptId"]].filter((id) => typeof id === "string");
    default:
      return [];
  }
}

/** A path that a prompt names, or that a call writes or would have written. */
interface Mention {
  path: string;
  at: Milliseconds;
}

function mentionsIn({ text, startedAt, toolReadings }: Turn): Mention[] {
  const named = text === null ? [] : namedPaths(text).map((path) => ({ path, at: startedAt }));
  const written = toolReadings.flatMap(({ call }) =>
    editedFiles(call).flatMap(({ path }) => (path === null ? [] : [{ path, at: call.at }])),
  );
  return [...named, ...written];
}

function isMentionOf(pieces: readonly Reach[], { path, at }: Mention): boolean {
  return (
    linksPaths(
      pieces.map(({ paths }) => paths),
      path,
    ) || pieces.some(({ left }) => left.some((file) => at <= file.until && isSamePath(file.path, path)))
  );
}

/** A commit, a test or a later sub-session has settled what became of all others. */
function filesLeft({ outcome, endedAt, turns }: SubSession): LeftFile[] {
  if (outcome === "reached" || outcome === "partial") return [];
  const paths = new Set(turns.flatMap((turn) => writtenPaths(turn.toolReadings)));
  return [...paths].map((path) => ({ path, until: endedAt + RESUMPTION }));
}
