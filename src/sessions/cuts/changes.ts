/** Whether what came at the end of a session changes its beginning. */
import { changesContext } from "../../metrics/resets/resets.ts";
import { type Commits, commitsAfter } from "../../metrics/retention/edits.ts";
import { followsLonePrompt, tellsLines } from "../../turns/before.ts";
import type { Turn } from "../../turns/turn.ts";
import type { CommitsKnown, Cut } from "./cut.ts";
import type { End } from "./reach.ts";

/** Whether the end tells of the session as a whole what the beginning was measured without. */
export function changesBeginning(
  { session, measured, commits }: Pick<Cut, "session" | "measured" | "commits">,
  { turns, openTurns }: End,
): boolean {
  return (
    followsLonePrompt(turns, session.prompts) ||
    (!session.tellsLines && tellsLines(turns)) ||
    changesContext(turns, measured.context) ||
    changesCommits(openTurns, commits)
  );
}

/** A commit takes the edits since the one before; the first that a command tells puts a counter's aside. */
function changesCommits(turns: readonly Turn[], { by, awaited }: CommitsKnown): boolean {
  const { reported, counted } = commitsAfter(turns);
  if (reported.length > 0 && (awaited || by === "counter")) return true;
  return counted.length > 0 && awaited && by !== "commands";
}

/** What is known of commits. Takes: those up to the last settled turn, and when the beginning was edited last. */
export function commitsKnown({ reported, counted }: Commits, lastEditAt: number): CommitsKnown {
  const by = reported.length > 0 ? "commands" : counted.length > 0 ? "counter" : "nothing";
  const last = (by === "commands" ? reported : counted).at(-1)?.at ?? -Infinity;
  return { by, lastEditAt, awaited: lastEditAt > last };
}
