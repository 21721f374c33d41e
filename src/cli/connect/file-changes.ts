/** The changes that connecting or disconnecting makes to files: computed first, shown, then made. */
import { CommandFailure } from "../command.ts";
import { showDifference } from "./files/difference.ts";
import type { JournalEntry } from "./files/journal.ts";
import { type Wanted, withoutWritten, withWanted } from "./files/settings-file.ts";
import { modeOf, readUserFile, replaceUserFile } from "./files/user-file.ts";

/** One file as it is and as it will be; null where there is none. */
export interface FileChange {
  path: string;
  current: string | null;
  next: string | null;
  mode: number;
  /** What is kept of the file; null when nothing is to be undone any more. */
  entry: JournalEntry | null;
  /** Settings of ours that somebody changed and that stay. */
  changedSince: string[];
}

/** They hold a key: nobody else may read them. */
const PRIVATE = 0o600;

/** Ends the name of the copy of a file as it was before. */
const BACKUP = ".before-scoring";

/**
 * What writing changes in one file.
 *
 * @param earlier - What an earlier call has left there, null when there was none.
 */
export function planWriting(wanted: Wanted, earlier: JournalEntry | null): FileChange {
  const { path } = wanted;
  const current = readUserFile(path);
  const base = earlier === null ? current : undone(current, earlier).text;
  const next = withWanted(base, wanted);
  if (!next.ok) throw new CommandFailure(`${path}: ${next.problem}. Nothing was changed.`);
  const mode = earlier === null ? modeOf(path) : earlier.mode;
  const entry = { ...textsOf(wanted, base, next.value), wanted, mode };
  return { path, current, next: next.value, mode: PRIVATE, entry, changedSince: [] };
}

/** A file of sections holds the keys of other agents, which one agent's journal does not keep. */
function textsOf(wanted: Wanted, before: string | null, after: string) {
  return wanted.format === "section" ? { before: null, after: wanted.text } : { before, after };
}

/** What removing changes in one file; a section that cannot be taken out stays noted. */
export function planRemoving(written: JournalEntry): FileChange {
  const { path } = written.wanted;
  const current = readUserFile(path);
  const { text, changedSince } = undone(current, written);
  const stays = written.wanted.format === "section" && changedSince.length > 0;
  const entry = stays ? written : null;
  return { path, current, next: text, mode: written.mode ?? PRIVATE, entry, changedSince };
}

function undone(current: string | null, written: JournalEntry) {
  const result = withoutWritten(current, written);
  if (!result.ok) throw new CommandFailure(`${written.wanted.path}: ${result.problem}. Nothing was changed.`);
  return result.value;
}

/** Whether the file's text changes. */
export function changesText({ current, next }: FileChange): boolean {
  return current !== next;
}

/** The differences of all files, for a person. */
export function differenceOf(changes: readonly FileChange[]): string {
  return changes
    .filter(changesText)
    .map(({ path, current, next }) => showDifference(path, current, next))
    .join("\n\n");
}

/** The copy of this file as it was before; null where none is made. */
export function backupOf({ path, entry }: FileChange): string | null {
  // a file of this program's own needs none
  if (entry === null || entry.before === null || entry.wanted.format === "section") return null;
  return `${path}${BACKUP}`;
}

/** Makes one change. A copy of the file as it was is made first; it goes when the file is as it was again. */
export async function makeChange(change: FileChange): Promise<void> {
  const { path, next, mode, entry } = change;
  const backup = backupOf(change);
  if (entry !== null && entry.before !== null && backup !== null)
    await replaceUserFile(backup, entry.before, PRIVATE);
  if (changesText(change)) await replaceUserFile(path, next, mode);
  const copy = `${path}${BACKUP}`;
  if (entry === null && readUserFile(copy) === next) await replaceUserFile(copy, null, mode);
}
