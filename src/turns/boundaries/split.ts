/** Cuts a session's turns into sub-sessions, each a run of turns with one purpose. */
import type { Event } from "../../normaliser/event.ts";
import { HOUR, type Milliseconds, MINUTE, type Ratio } from "../../vocabulary/units.ts";
import { judgeBoundary } from "./boundary.ts";
import { type ComparedPrompts, type CutBefore, KnownCues } from "./known-cues.ts";
import { cuesAgainst, emptyMemory, forgetPaths, type Memory, remember } from "./memory.ts";
import { hasLanded, isNonTrivial, type Turn } from "../turn.ts";
import { haveSameItems } from "../../vocabulary/sharing/per-object.ts";
import { followMoves, hasMoved, lookHere, unknownWhereabouts, type Whereabouts } from "./whereabouts.ts";

/** A person's correction: whether a sub-session begins at a prompt. */
export interface BoundaryOverride {
  promptEventId: string;
  action: "split" | "join";
}

/** Why a sub-session begins where it does. */
export interface Boundary {
  kind: "session" | "reset" | "directory" | "idle" | "inferred" | "override";
  /** Probability of an inferred boundary; null for the others. */
  p: Ratio | null;
  /** How far the judgement can be trusted; null where nothing had to be inferred. */
  confidence: "normal" | "low" | null;
  /** Whether a person confirmed or set it. */
  overridden: boolean;
}

/** One look at a prompt: what the rules say, and what a person says. */
export interface BoundaryLook {
  turnIndex: number;
  promptEventId: string;
  kind: "reset" | "directory" | "idle" | "inferred";
  p: Ratio | null;
  confidence: "normal" | "low" | null;
  /** Whether the rules begin a sub-session here without the judge model. */
  automatic: boolean;
  override: BoundaryOverride["action"] | null;
}

/** The turns of one sub-session and why it begins. */
export interface TurnRun {
  turns: readonly Turn[];
  boundary: Boundary;
}

interface GrowingRun extends TurnRun {
  turns: Turn[];
}

/** A pause this long without work or a prompt always begins another sub-session. */
const LONG_IDLE: Milliseconds = 8 * HOUR;

/**
 * Cuts turns into sub-sessions.
 *
 * @param turns - All turns of a session, and the overrides of its prompts; an override always wins.
 * @param before - The session as it was cut before; what did not change is taken from it.
 * @returns The runs of turns, the look at each later prompt that can be a boundary, and what was compared for it.
 * @see docs/scoring.md, "Sub-session boundaries".
 */
export function splitTurns(
  turns: readonly Turn[],
  overrides: readonly BoundaryOverride[],
  before?: CutBefore & { subSessions: readonly Pick<TurnRun, "turns">[] },
): { runs: TurnRun[]; looks: BoundaryLook[]; compared: ComparedPrompts } {
  const actions = new Map(overrides.map(({ promptEventId, action }) => [promptEventId, action]));
  const walk: Walk = {
    known: new KnownCues(before),
    memory: emptyMemory(),
    whereabouts: unknownWhereabouts(),
    since: [],
    runs: [],
    looks: [],
  };
  for (const turn of turns) meetTurn(walk, turn, actions);
  const runs = walk.runs.map((run, place) => withKnownList(run, before?.subSessions[place]));
  return { runs, looks: walk.looks, compared: walk.known.compared };
}

function withKnownList(run: TurnRun, known: Pick<TurnRun, "turns"> | undefined): TurnRun {
  return known !== undefined && haveSameItems(run.turns, known.turns) ? { ...run, turns: known.turns } : run;
}

interface Walk {
  known: KnownCues;
  memory: Memory;
  whereabouts: Whereabouts;
  /** Turns since the last prompt that was looked at, that one's own included. */
  since: Turn[];
  runs: GrowingRun[];
  looks: BoundaryLook[];
}

function meetTurn(walk: Walk, turn: Turn, actions: Surroundings["actions"]): void {
  const { known, memory, whereabouts, since, runs, looks } = walk;
  followMoves(whereabouts, turn.events, turn.startedAt);
  const first = runs.at(-1)?.turns[0] ?? null;
  const look = lookAt(turn, { known, first, since, memory, whereabouts, actions });
  const boundary = boundaryAt(look, runs.length === 0);
  if (look !== null) looks.push(look);
  if (boundary !== null) {
    forgetPaths(memory);
    runs.push({ turns: [], boundary });
  }
  passTurn(walk, turn);
}

function passTurn(walk: Walk, turn: Turn): void {
  walk.runs.at(-1)?.turns.push(turn);
  walk.since = isNonTrivial(turn) ? [turn] : [...walk.since, turn];
  remember(walk.memory, turn);
  followMoves(walk.whereabouts, turn.events);
  walk.known.pass(turn);
}

interface Surroundings {
  known: KnownCues;
  /** The first turn of the sub-session that goes on. */
  first: Turn | null;
  since: readonly Turn[];
  memory: Memory;
  whereabouts: Whereabouts;
  actions: ReadonlyMap<string, BoundaryOverride["action"]>;
}

/**
 * Returns null for the session's first prompt, and for prompts that neither the rules nor a person look at.
 */
function lookAt(turn: Turn, surroundings: Surroundings): BoundaryLook | null {
  const before = surroundings.since;
  if (turn.prompt === null || before.every((earlier) => earlier.prompt === null)) return null;
  const { id, earlierId = id } = turn.prompt;
  const override = surroundings.actions.get(id) ?? surroundings.actions.get(earlierId) ?? null;
  if (!isNonTrivial(turn)) return override === null ? null : overriddenOnly(turn, override);
  return {
    turnIndex: turn.index,
    promptEventId: turn.prompt.id,
    override,
    ...judge(turn, surroundings),
  };
}

function overriddenOnly(turn: Turn, override: BoundaryOverride["action"]): BoundaryLook {
  const promptEventId = turn.prompt?.id ?? "";
  const unsaid = { kind: "inferred", p: null, confidence: null, automatic: false } as const;
  return { turnIndex: turn.index, promptEventId, override, ...unsaid };
}

type Judgement = Pick<BoundaryLook, "kind" | "p" | "confidence" | "automatic">;

function judge(turn: Turn, surroundings: Surroundings): Judgement {
  const { since, whereabouts } = surroundings;
  const moved = hasMoved(whereabouts);
  lookHere(whereabouts);
  const always = (kind: "reset" | "directory" | "idle"): Judgement => ({
    kind,
    p: null,
    confidence: null,
    automatic: true,
  });
  if (since.some((earlier) => earlier.events.some(isReset))) return always("reset");
  if (moved) return always("directory");
  const idle = idleBefore(turn, since.at(-1));
  return idle > LONG_IDLE ? always("idle") : infer(turn, idle, surroundings);
}

function isReset(event: Event): boolean {
  return event.kind === "reset";
}

/**
 * Returns how long nothing happened before a turn's prompt, from the end of the agent's answer or, where none
 * is known,
 * from the prompt before it.
 */
function idleBefore(turn: Turn, previous: Turn | undefined): Milliseconds {
  if (turn.sentDuringWork) return 0;
  const from = Math.max(turn.workBeforeEndedAt ?? -Infinity, previous?.startedAt ?? -Infinity);
  return Number.isFinite(from) ? Math.max(0, turn.startedAt - from) : 0;
}

function infer(turn: Turn, idle: Milliseconds, { known, first, since, memory }: Surroundings): Judgement {
  const compare = () => cuesAgainst(memory, turn.text ?? "");
  const cues = turn.prompt === null ? compare() : known.of(turn.prompt, first, compare);
  const { p, boundary, confidence } = judgeBoundary({
    hasText: turn.text !== null,
    gapMinutes: idle / MINUTE,
    workLanded: since.some(bringsResult),
    ...cues,
  });
  return { kind: "inferred", p, confidence, automatic: boundary };
}

function bringsResult(turn: Turn): boolean {
  return hasLanded(turn) || turn.toolReadings.some(({ test }) => test === "passed");
}

function boundaryAt(look: BoundaryLook | null, isFirst: boolean): Boundary | null {
  if (isFirst) return { kind: "session", p: null, confidence: null, overridden: false };
  if (look === null || look.override === "join") return null;
  const { kind, p, confidence } = look;
  if (look.override === "split") {
    return { kind: "override", p, confidence: look.automatic ? confidence : null, overridden: true };
  }
  return look.automatic ? { kind, p, confidence, overridden: false } : null;
}
