/** What a turn changed, and whether that makes it a change turn. */
import { countWritten, writtenPaths } from "./files.ts";
import type { Turn } from "./turn.ts";
import { perObject } from "../vocabulary/sharing/per-object.ts";
import { editedFiles, type ToolReading } from "./work.ts";
import { wrapsUp } from "./wording/cues.ts";
import { isGenerated } from "./wording/paths.ts";
import { wordsOf } from "./wording/words.ts";

/**
 * Whether a turn changed a file that nobody generates.
 *
 * @returns Never true for a prompt that wraps the work up ("commit").
 * @see docs/scoring.md, "Change turn".
 */
export const isChangeTurn = perObject(({ text, toolReadings }: Turn): boolean => {
  if (text !== null && wrapsUp(wordsOf(text))) return false;
  return toolReadings.some((reading) => (reading.edited ? writesByHand(reading) : hasChanged(reading)));
});

function writesByHand({ call }: ToolReading): boolean {
  return editedFiles(call).some(({ path }) => path === null || !isGenerated(path));
}

/** Whether a call was an edit that worked, or a shell command that edited. */
export function hasChanged({ changes, failed }: ToolReading): boolean {
  return changes && !failed;
}

/** The files that a turn's edit tools wrote, generated ones left out, each spelling once. */
export const pathsOfChange = perObject(({ toolReadings }: Turn): readonly string[] =>
  [...new Set(writtenPaths(toolReadings))].filter((path) => !isGenerated(path)),
);

/** The lines that a turn's edit tools added and removed in such files; 0 where no call says how many. */
export function linesOfChange({ toolReadings }: Turn): number {
  const { addedLines, removedLines } = countWritten(toolReadings, "by_hand");
  return (addedLines ?? 0) + (removedLines ?? 0);
}
