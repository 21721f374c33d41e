/** Known turns as lines of text, as short as they can be: there is one for each turn of a day's sessions. */
import { AGENTS } from "../../normaliser/dialects/agents.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { type OwnRepair, REPAIR_RULES } from "../iteration/repairs.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";
import type { KnownTurn } from "./known-turn.ts";

/** What a turn either is or is not, by its bit. */
const FLAGS = [
  "nonTrivial",
  "interactive",
  "sessionFirst",
  "change",
  "landed",
  "newGoal",
  "refersBack",
  "ownRepair",
  "corrects",
  "refused",
  "failed",
  "visible",
] as const;

type Line = readonly [
  index: number,
  agent: number,
  flags: number,
  startedAt: number,
  lasted: number,
  tokens: number | null,
  calls: number,
  lines: number,
  ownGap: number | null,
  holeUntil: number | null,
  reverts: KnownTurn["reverts"],
  paths: KnownTurn["paths"],
  words: KnownTurn["words"],
  named: KnownTurn["named"],
  repair: readonly [rule: number, of: number] | null | undefined,
];

/** Writes a turn, without its session. */
export const writeKnown = perObject(lineOf);

function lineOf(turn: KnownTurn): string {
  const { index, agent, startedAt, endedAt, tokens, calls, lines, ownGap, holeUntil } = turn;
  const { reverts, paths, words, named, ownRepairOf: repair } = turn;
  const flags = FLAGS.reduce((bits, flag, place) => (turn[flag] ? bits | (1 << place) : bits), 0);
  const line: Line = [
    ...([index, AGENTS.indexOf(agent), flags, startedAt, endedAt - startedAt, tokens] as const),
    ...([calls, lines, ownGap, holeUntil, reverts, paths, words, named] as const),
    repair === null ? null : [REPAIR_RULES.indexOf(repair.rule), repair.of],
  ];
  return JSON.stringify(line);
}

/** Reads a turn of a session. */
export function readKnown(line: string, session: SessionName): KnownTurn {
  const [index, agent, flags, startedAt, lasted, tokens, ...rest] = JSON.parse(line) as Line;
  const [calls, lines, ownGap, holeUntil, reverts, paths, words, named, repair] = rest;
  const flagged = Object.fromEntries(FLAGS.map((flag, place) => [flag, (flags & (1 << place)) !== 0]));
  return {
    ...(flagged as Pick<KnownTurn, (typeof FLAGS)[number]>),
    session,
    index,
    agent: AGENTS[agent] ?? "other",
    startedAt,
    endedAt: startedAt + lasted,
    tokens,
    calls,
    lines,
    ownGap,
    holeUntil,
    reverts,
    paths,
    words,
    named,
    ownRepairOf: repair == null ? null : repairAt(repair),
  };
}

function repairAt([place, of]: readonly [rule: number, of: number]): OwnRepair | null {
  const rule = REPAIR_RULES[place];
  return rule === undefined ? null : { rule, of };
}

/** Deflates the lines of turns: half of their bytes are left. */
export function packKnown(lines: string | null): Uint8Array | null {
  return lines === null ? null : Bun.deflateSync(lines);
}

/** Returns the lines that were packed. */
export function unpackKnown(packed: Uint8Array | null): string | null {
  // a copy: a database's buffers are not of a type that it takes
  return packed === null ? null : new TextDecoder().decode(Bun.inflateSync(new Uint8Array(packed)));
}
