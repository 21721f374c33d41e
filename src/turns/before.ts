/** What assembling needs to know of the turns before those that it puts together. */
import type { Event } from "../normaliser/event.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { RunOpening } from "./boundaries/split.ts";
import type { Turn } from "./turn.ts";
import { editedFiles } from "./work.ts";

/** A session up to the prompt of a turn with which a sub-session begins. */
export interface SessionBefore {
  /** The index of that turn. */
  nextTurn: number;
  /** The index of that sub-session. */
  nextSubSession: number;
  /** When the last work was over; null when there was none. */
  workEndedAt: Milliseconds | null;
  /** Prompts by process. */
  prompts: ReadonlyMap<string | null, number>;
  /** Whether its tool calls tell lines. */
  tellsLines: boolean;
  /** What was known where that sub-session begins, and why it does. */
  opening: RunOpening;
}

/** Adds the prompts of turns to those before them. */
export function countPrompts(
  turns: readonly Turn[],
  before: ReadonlyMap<string | null, number>,
): Map<string | null, number> {
  const counts = new Map(before);
  for (const { process } of turns.flatMap(promptsOf)) counts.set(process, (counts.get(process) ?? 0) + 1);
  return counts;
}

function promptsOf({ events }: Turn) {
  return events.filter((event: Event) => event.kind === "prompt");
}

/** Whether the turns hold the second prompt of a process that had one: then a person sat before the first as well. */
export function followsLonePrompt(
  turns: readonly Turn[],
  before: ReadonlyMap<string | null, number>,
): boolean {
  return turns.some((turn) => promptsOf(turn).some(({ process }) => before.get(process) === 1));
}

/** Whether an edit of the turns tells how many lines it wrote. */
export function tellsLines(turns: readonly Turn[]): boolean {
  return turns.some((turn) =>
    turn.toolReadings.some((reading) =>
      editedFiles(reading.call).some((file) => file.added !== null || file.removed !== null),
    ),
  );
}
