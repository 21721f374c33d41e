/** Gives the prompts of a session times and contexts: turns as the product knows them, cut into sub-sessions. */
import type { Event } from "../../src/normaliser/event.ts";
import type { ActivePiece } from "../../src/metrics/flow/activity.ts";
import { activePiece } from "../../src/metrics/flow/stretches.ts";
import type { KnownTurn } from "../../src/metrics/kinds/known-turn.ts";
import { suffixesOf } from "../../src/metrics/kinds/paths.ts";
import { countResets } from "../../src/metrics/resets/resets.ts";
import { contextResetRate } from "../../src/metrics/resets/resets-score.ts";
import type { SubSession } from "../../src/turns/sub-session.ts";
import type { Turn } from "../../src/turns/turn.ts";
import type { SessionName } from "../../src/vocabulary/held-name.ts";
import { type Instant, type Score, SECOND } from "../../src/vocabulary/units.ts";
import { type Ask, changes, linesOf } from "./ask.ts";
import { boundaryBefore, newSurroundings, remember } from "./boundaries.ts";
import { CONTEXT_WINDOW, newContext, takeCalls } from "./context.ts";
import { outcomesOf } from "./outcomes.ts";

/** A turn with what only the simulation needs of it. */
export interface LivedTurn {
  known: KnownTurn;
  asks: Ask[];
  events: Event[];
}

/** A sub-session before kinds and accounts. */
export interface LivedSubSession {
  id: string;
  startedAt: Instant;
  turns: LivedTurn[];
  outcome: ReturnType<typeof outcomesOf>[number];
  crr: Score | null;
}

export interface LivedSession {
  subSessions: LivedSubSession[];
  pieces: ActivePiece[];
  endsAt: Instant;
}

/** Where and when a session takes place. */
export interface Setting {
  id: SessionName;
  startsAt: Instant;
  withheld: boolean;
  /** What the agent's instructions take, as a factor of the usual. */
  tokens: number;
}

/** Plays the prompts of a session one after the other. */
export function liveSession(asks: readonly Ask[], setting: Setting): LivedSession {
  const context = newContext(setting.tokens);
  const surroundings = newSurroundings();
  const runs: LivedTurn[][] = [];
  let now = setting.startsAt;
  let index = 0;
  for (const ask of asks) {
    const before = runs.at(-1)?.at(-1);
    const startedAt = before === undefined ? now : now + Math.round((ask.pause + ask.after) * SECOND);
    const { events, endedAt, tokens } = takeCalls(context, ask, startedAt);
    now = endedAt;
    if (ask.trivial && before !== undefined) {
      addTo(before, { ask, events, endedAt, tokens });
      continue;
    }
    const gapSeconds = before === undefined ? null : (startedAt - before.known.endedAt) / SECOND;
    index += 1;
    const known = knownTurn(ask, { setting, index, startedAt, endedAt, tokens, gapSeconds });
    const cut =
      before === undefined || boundaryBefore(ask, { surroundings, gapSeconds, withheld: setting.withheld });
    if (cut) runs.push([]);
    runs.at(-1)?.push({ known, asks: [ask], events });
    remember(surroundings, ask, cut);
  }
  return { subSessions: subSessionsOf(runs, setting.id), pieces: piecesOf(runs, setting.id), endsAt: now };
}

interface Played {
  ask: Ask;
  events: Event[];
  endedAt: Instant;
  tokens: number;
}

function addTo(turn: LivedTurn, { ask, events, endedAt, tokens }: Played): void {
  turn.known.endedAt = endedAt;
  turn.known.tokens = (turn.known.tokens ?? 0) + tokens;
  turn.known.calls += ask.calls.length;
  turn.asks.push(ask);
  turn.events.push(...events);
}

interface Placed {
  setting: Setting;
  index: number;
  startedAt: Instant;
  endedAt: Instant;
  tokens: number;
  gapSeconds: number | null;
}

function knownTurn(ask: Ask, { setting, index, startedAt, endedAt, tokens, gapSeconds }: Placed): KnownTurn {
  const undoes = ask.takesBack !== null;
  const said = saidIn(ask, setting);
  return {
    session: setting.id,
    index,
    agent: "codex",
    startedAt,
    endedAt,
    nonTrivial: true,
    interactive: true,
    sessionFirst: index === 1,
    tokens,
    calls: ask.calls.length,
    change: changes(ask),
    paths: ask.writes.map(({ path }) => suffixesOf(path)),
    lines: linesOf(ask),
    landed: ask.commits,
    ...said,
    ownGap: gapSeconds,
    holeUntil: null,
    ownRepair: index > 1 && (said.corrects || undoes || (ask.repeats && said.visible)),
    ownRepairOf: null,
    refused: false,
    failed: false,
    reverts: undoes ? [takenBack(ask.takesBack)] : [],
  };
}

type Said = Pick<KnownTurn, "words" | "named" | "newGoal" | "refersBack" | "corrects" | "visible">;

/** What the prompt's text says; only what a change was asked for with counts. */
function saidIn(ask: Ask, { withheld }: Setting): Said {
  if (withheld)
    return { words: null, named: [], newGoal: false, refersBack: false, corrects: false, visible: false };
  const { newGoal, refersBack, corrects } = ask;
  const words = changes(ask) ? [...new Set(ask.words)] : null;
  const named = changes(ask) ? ask.named.map(suffixesOf) : [];
  return { words, named, newGoal, refersBack, corrects, visible: true };
}

function takenBack(paths: Ask["takesBack"]): KnownTurn["reverts"][number] {
  return paths === null || paths === "everything" ? "everything" : paths.map(suffixesOf);
}

function subSessionsOf(runs: readonly LivedTurn[][], session: string): LivedSubSession[] {
  const outcomes = outcomesOf(runs);
  const rates = resetRates(runs);
  return runs.map((turns, index) => ({
    id: nameOf(session, index),
    startedAt: turns[0]?.known.startedAt ?? 0,
    turns,
    outcome: outcomes[index] ?? "unknown",
    crr: rates[index] ?? null,
  }));
}

function nameOf(session: string, index: number): string {
  return `${session} ${index}`;
}

/** The product's own count needs nothing of a session but its turns' numbers and events. */
function resetRates(runs: readonly LivedTurn[][]): (Score | null)[] {
  const subSessions = runs.map((turns) => ({
    state: "closed",
    turns: turns.map(({ known, events }) => ({ index: known.index, events }) as Turn),
  }));
  const counts = countResets(subSessions as unknown as SubSession[], () => CONTEXT_WINDOW);
  return counts.map(({ good, bad }) => contextResetRate(good, bad));
}

function piecesOf(runs: readonly LivedTurn[][], session: SessionName): ActivePiece[] {
  return runs.flatMap((turns, index) =>
    turns.map(({ known }) => ({
      session,
      subSession: nameOf(session, index),
      ...activePiece(known.startedAt, known.endedAt),
    })),
  );
}
