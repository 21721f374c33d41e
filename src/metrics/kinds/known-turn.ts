/** What a session says about each of its turns, as far as kinds and accounts need it. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Instant, Seconds, Tokens } from "../../vocabulary/units.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import type { OwnRepair } from "../iteration/repairs.ts";
import type { PathTrace } from "./paths.ts";

/** A turn as its own session knows it: the developer's other sessions play no part in it. */
export interface KnownTurn {
  session: SessionName;
  /** Its place in the session; 0 is work before the first prompt. */
  index: number;
  agent: Agent;
  startedAt: Instant;
  /** When its last work ended; its start when it has none. */
  endedAt: Instant;
  nonTrivial: boolean;
  interactive: boolean;
  /** Whether it is the session's turn 1. */
  sessionFirst: boolean;
  /** Token-equivalents of its calls; null without tokens, and with a call of unknown result. */
  tokens: Tokens | null;
  /** Its model calls that succeeded. */
  calls: number;
  /** Whether it changed a file. */
  change: boolean;
  /** The files that its edit tools wrote by hand. */
  paths: readonly PathTrace[];
  /** The lines that its edit tools added and removed in such files; 0 where nothing says how many. */
  lines: number;
  /** Whether it had a commit or a pull request. */
  landed: boolean;
  /** Content words of a change turn's prompt; null when its text is not known, and for other turns. */
  words: readonly string[] | null;
  /** The paths that a change turn's prompt names. */
  named: readonly PathTrace[];
  newGoal: boolean;
  refersBack: boolean;
  /** The gap before its prompt in its own session; null for a session's first prompt, and where none counts. */
  ownGap: Seconds | null;
  /** When the last hole in its session's records before it ended; null without one, and after the first prompt. */
  holeUntil: Instant | null;
  /** Whether its own session shows that it is a repair turn. */
  ownRepair: boolean;
  /** Why; null where it is none, and where that was not kept. */
  ownRepairOf: OwnRepair | null;
  /** Whether its words, or its judged intent, correct something. */
  corrects: boolean;
  /** Whether it ended in an interrupt or a rejected edit. */
  refused: boolean;
  /** Whether it ended in three failed tool calls or in a model error. */
  failed: boolean;
  /** What each of its reverts took back. */
  reverts: readonly (readonly PathTrace[] | "everything")[];
  /** Whether repairs can be seen in its sub-session. */
  visible: boolean;
}
